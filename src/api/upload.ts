import type { Transfer } from './client.ts';

/** Ten megabytes on a slow line take longer than an answer may, in milliseconds. */
const UPLOAD_TIMEOUT_MS = 120_000;

/** How a body goes up by POST. `onProgress` is told how much of it has gone, 0 to 1. */
export function uploadOf(body: FormData, onProgress: (part: number) => void): Transfer {
  return {
    method: 'post',
    body,
    timeout: UPLOAD_TIMEOUT_MS,
    totalTimeout: UPLOAD_TIMEOUT_MS,
    fetch: (input, init) => send(new Request(input, init), onProgress),
  };
}

/** What fetch() would do. fetch() itself tells nothing of what has gone, unless the server speaks HTTP/2. */
async function send(request: Request, onProgress: (part: number) => void): Promise<Response> {
  // The bytes, since the boundary between the parts stands in the headers already.
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
