/** Fetches a JSON file of the site. Rejects if it cannot be read. */
export async function readSiteFile<Shape>(address: string): Promise<Shape> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  return response.json();
}
