/**
 * Asks who a key is, with types made from the description of the API: `npx openapi-typescript
 * http://localhost:4321/api/partner/v1/openapi.json -o partner.d.ts`, then `node typed.ts`. The settings are those of call.ts.
 */
import { readFile } from 'node:fs/promises';
import type { paths } from './partner.d.ts';
import { readPrivateKey, signedHeaders } from './sign.ts';

const { API = 'http://localhost:4321', KEY_ID: keyid = '', KEY_FILE = 'key.pem' } = process.env;

/** What a GET of a path answers with 200. */
type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;

async function get<Path extends keyof paths>(path: Path): Promise<Answer<Path>> {
  const uri = API + path;
  const privateKey = await readPrivateKey(await readFile(KEY_FILE, 'utf8'));
  const signed = await signedHeaders({ method: 'GET', uri, keyid, privateKey });
  const response = await fetch(uri, { headers: { ...signed, 'Finger-Version': '2026-11-23' } });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Answer<Path>;
}

const { data } = await get('/api/partner/v1/key');
const left = data.expiresAt === null ? 'has no end' : `ends on ${data.expiresAt}`;
console.log(JSON.stringify({ code: 20000, message: `${data.name} ${left}`, data: { scopes: data.scopes } }));
