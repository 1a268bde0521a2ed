/**
 * Makes a signed call of the partner API: `node call.ts GET /key`, or `node call.ts POST /permissions/check '<JSON>'`.
 * API is the address of the API, KEY_ID the id of your key, KEY_FILE its private key.
 */
import { readFile } from 'node:fs/promises';
import { readPrivateKey, signedHeaders } from './sign.ts';

const { API = 'http://localhost:4321', KEY_ID: keyid = '', KEY_FILE = 'key.pem' } = process.env;
const [method = 'GET', path = '/key', body] = process.argv.slice(2);

const uri = `${API}/api/partner/v1${path}`;
const privateKey = await readPrivateKey(await readFile(KEY_FILE, 'utf8'));
const headers = await signedHeaders({ method, uri, body, keyid, privateKey });
const response = await fetch(uri, { method, headers, body: body ?? null });
const { code, message, data } = await response.json();
console.log(JSON.stringify({ code, message, data }, null, 2));
if (code !== 20000) process.exitCode = 1;
