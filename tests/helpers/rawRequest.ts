import { request } from 'node:http';

export interface RawAnswer {
  status: number;
  text: string;
  headers: NodeJS.Dict<string | string[]>;
}

/** A request as it is, with headers and addresses that browsers and fetch do not let one set. */
export function rawRequest(
  url: string,
  path: string,
  headers: Record<string, string>,
  method = 'GET',
  body = '',
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port, host } = new URL(url);
    // A connection each: one that was refused half way ends.
    const options = { hostname, port, path, method, headers: { host, ...headers }, agent: false };
    const asking = request(options, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }));
    });
    asking.on('error', reject);
    asking.end(method === 'POST' ? body : undefined);
  });
}
