async function read(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  return response;
}

/** Fetches a JSON file of the site. Rejects if it cannot be read. */
export async function readSiteFile<Shape>(address: string): Promise<Shape> {
  return (await read(address)).json();
}

/** Fetches another page of the site. Rejects if it cannot be read. */
export async function readSitePage(address: string): Promise<Document> {
  return new DOMParser().parseFromString(await (await read(address)).text(), 'text/html');
}
