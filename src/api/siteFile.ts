/** Fetches a JSON file of the site. Rejects if it cannot be read. */
export async function readSiteFile<Shape>(address: string): Promise<Shape> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  return response.json();
}

/** Fetches another page of the site. Rejects if it cannot be read. */
export function readSitePage(address: string): Promise<Document> {
  // In place of fetch() and DOMParser, which Trusted Types forbid: the policy lets no text become HTML.
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.responseType = 'document';
    request.onloadend = () =>
      request.status === 200 ? resolve(request.response) : reject(new Error(`${request.status} ${address}`));
    request.open('GET', address);
    request.send();
  });
}
