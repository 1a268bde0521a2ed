import type { Transfer } from './client.ts';

/** Time limit in milliseconds: ten megabytes on a slow line take longer than other calls may. */
const UPLOAD_TIMEOUT_MS = 120_000;

/** Sends a file by POST. `onProgress` gets the share that was sent, 0 to 1. */
export function uploadOf(file: Blob, onProgress: (part: number) => void, name?: string): Transfer {
  const body = new FormData();
  body.append('file', file, name);
  return {
    method: 'post',
    body,
    timeout: UPLOAD_TIMEOUT_MS,
    totalTimeout: UPLOAD_TIMEOUT_MS,
    fetch: (input, init) => send(new Request(input, init), onProgress),
  };
}

/** Does what fetch() would do. fetch() itself reports no upload progress, except by HTTP/2 in some browsers. */
async function send(request: Request, onProgress: (part: number) => void): Promise<Response> {
  // Sends bytes and not the form, because the headers already name the boundary between its parts.
  const body = await request.blob();
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open(request.method, request.url);
    for (const [name, value] of request.headers) sending.setRequestHeader(name, value);
    sending.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    sending.onload = () => resolve(new Response(sending.responseText || null, { status: sending.status }));
    sending.onerror = () => reject(new TypeError('The body was not sent'));
    sending.onabort = () => reject(request.signal.reason);
    request.signal.addEventListener('abort', () => sending.abort());
    sending.send(body);
  });
}
