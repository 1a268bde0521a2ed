/** Responses of the API, and those that Node itself sends to invalid requests, have the same headers. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import enUS from '../../../content/en-US/server.json' with { type: 'json' };
import { FLASH_STREAM_PATH } from '../../../src/contract/all.ts';
import { UNREADABLE } from '../../../src/server/answers.ts';
import { testDatabase } from '../../helpers/database/database.ts';
import { openEvents } from '../../helpers/feeds/events.ts';
import { type ServedApi, serveApi } from '../../helpers/server/api.ts';

const IP = '/api/web/common/ip';
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
};
const HSTS = { 'strict-transport-security': 'max-age=31536000' };

async function serving(options: Parameters<typeof serveApi>[0] = {}): Promise<ServedApi> {
  const served = await serveApi(options);
  onTestFinished(() => served.stop());
  return served;
}

/** Sends text on a new connection and returns the parsed response after the connection has ended. */
async function say(port: number, text: string) {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => {});
  socket.write(text);
  await once(socket, 'close');
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => [line.split(': ')[0]?.toLowerCase(), line.split(': ')[1]]));
  return { answer, status: Number(first.split(' ')[1]), headers, body };
}

it.each([
  ['http://localhost:4321', undefined],
  ['https://www.example.com', HSTS['strict-transport-security']],
])('the API of a site at %s sends its headers with every answer', async (site, hsts) => {
  const served = await serving({ news: { site } });
  for (const path of [
    IP,
    '/api/web/common/country/list',
    '/api/web/common/country/list', // again, from prepared bytes
    '/api/web/common/country/getLocationByIp/x',
    '/api/web/common/city/cityList/JP',
    '/api/health/ready',
    '/api/openapi.json',
    '/api/unknown',
    '/api/\\bad',
  ]) {
    const { headers } = await served.ask(path);
    expect(headers, path).toMatchObject(HEADERS);
    expect(headers['strict-transport-security'], path).toBe(hsts);
  }
});

const LONG = `X-Long: ${'a'.repeat(20_000)}`;

it.each([
  ['no request at all', 'hello\r\n\r\n', 400, 40000, 'server.badRequest'],
  ['a header without a name', `GET ${IP} HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n`, 400, 40000, 'server.badRequest'],
  ['no host', `GET ${IP} HTTP/1.1\r\n\r\n`, 400, 40000, 'server.badRequest'],
  ['two hosts', `GET ${IP} HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n`, 400, 40000, 'server.badRequest'],
  ['the same host twice', `GET ${IP} HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n`, 400, 40000, 'server.badRequest'],
  ['two hosts, HTTP/1.0', `GET ${IP} HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n`, 400, 40000, 'server.badRequest'],
  ['headers too large', `GET ${IP} HTTP/1.1\r\nHost: a\r\n${LONG}\r\n\r\n`, 431, 43100, 'server.headersTooLarge'],
  ['an expectation', `GET ${IP} HTTP/1.1\r\nHost: a\r\nExpect: cake\r\n\r\n`, 417, 41700, 'server.expectation'],
] as const)('%s is refused in the envelope, with the headers of all answers', async (_, text, status, code, words) => {
  const { port, log } = await serving({ news: { site: 'https://www.example.com' } });
  const answer = await say(port, text);
  expect(answer.status).toBe(status);
  const { requestId, ...body } = JSON.parse(answer.body);
  expect(body).toEqual({ code, message: enUS[words], data: null });
  expect(log.at(-1)).toEqual({ level: 'info', event: 'request', route: UNREADABLE, status, requestId });
  expect(answer.headers).toMatchObject({
    ...HEADERS,
    ...HSTS,
    connection: 'close',
    'cache-control': 'private, no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(answer.body)),
  });
});

it('HTTP/1.0 needs no host', async () => {
  const { port } = await serving();
  expect((await say(port, `GET ${IP} HTTP/1.0\r\n\r\n`)).status).toBe(200);
});

it('what is no request, sent in the midst of an answer, does not get into it', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const { port, ask } = await serving({ database });
  const { answer } = await say(
    port,
    `GET ${FLASH_STREAM_PATH} HTTP/1.1\r\nHost: a\r\n\r\n${' '.repeat(10)}rubbish\r\n\r\n`,
  );
  expect(answer.match(/HTTP\/1\.1/g) ?? []).toHaveLength(1);
  // The server keeps working.
  expect((await ask(IP)).status).toBe(200);
  const client = await openEvents(`http://127.0.0.1:${port}${FLASH_STREAM_PATH}`);
  expect(client.response.headers).toMatchObject(HEADERS);
  client.close();
});
