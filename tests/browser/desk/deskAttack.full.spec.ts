/** The desk against files and web pages of an enemy, on the real server and in the real browser. */
import { expect } from 'playwright/test';
import { GUARD_WORDS } from '../../../src/desk/server/guard.ts';
import { deskTestWith } from '../../helpers/content/deskTest.ts';
import { testRepository } from '../../helpers/content/repository.ts';
import { rawRequest } from '../../helpers/rawRequest.ts';

/** As words of a text, and where they end up in an attribute */
const EVIL = '"><script ><script>window.evil=1</script><style ></style><img src=x onerror="window.evil=1">';
const NAME = 'pages/x"><img src=x onerror=window.evil=1>';
const BONDS = 'pages/service/bonds';

const work: { own?: ReturnType<typeof testRepository> } = {};
const test = deskTestWith(
  (content) => {
    content.edit(`en-US/${BONDS}.mdx`, /^title: .+$/m, `title: '${EVIL}'`);
    content.edit(`en-US/${BONDS}.mdx`, '## Risks', `## Taxes ${EVIL.replaceAll('<', '\\<')}\n\nx\n\n## Risks`);
    content.edit(`ja/${BONDS}.mdx`, /^description: .+$/m, `description: '${EVIL}'`);
    content.write(
      `en-US/${NAME}.mdx`,
      `---\ntitle: '${EVIL}'\ndescription: '${EVIL}'\nlead: '${EVIL}'\n---\n\n${EVIL}\n`,
    );
    content.write('__proto__.yml', 'constructor: {__proto__: {evil: 1}}\n');
  },
  () => {
    const own = testRepository('content');
    own.git('commit', '--quiet', '--allow-empty', '-m', EVIL);
    own.git('switch', '--quiet', '-c', 'desk/<script>evil()<-script>');
    own.git('commit', '--quiet', '--allow-empty', '-m', EVIL);
    own.git('remote', 'add', 'origin', 'https://<script>alert(1)<-script>.invalid/x');
    work.own = own;
    return own.content;
  },
);

test('what a file says is words on every page of the desk', async ({ page }) => {
  // The server loads much when it is asked first.
  test.setTimeout(180_000);
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  for (const path of [
    '/_desk',
    '/_desk/send',
    `/_desk/review/ja/${BONDS}`,
    `/_desk/edit/ja/${BONDS}`,
    `/_desk/edit/en-US/${BONDS}`,
    `/_desk/edit/en-US/${encodeURI(NAME)}`,
    '/_desk/components',
    '/_desk/mail',
  ]) {
    await expect(() => page.goto(path)).toPass();
    await expect(page.locator('main'), path).toBeVisible({ timeout: 60_000 });
    if (path.includes('/edit/')) await page.locator('.desk-edit, main [role="status"]').first().waitFor();
    // The server may still reload the page for what it has loaded.
    await expect(async () => {
      const found = await page.evaluate(() => ({
        evil: 'evil' in window,
        polluted: 'evil' in {},
        images: document.querySelectorAll('img[src="x"]').length,
        handlers: document.querySelectorAll('[onerror]').length,
        unmarked: [...document.querySelectorAll('script')].filter(({ nonce, src }) => !nonce && !src).length,
      }));
      expect(found, path).toEqual({ evil: false, polluted: false, images: 0, handlers: 0, unmarked: 0 });
    }).toPass({ timeout: 30_000 });
  }
  expect(refused).toEqual([]);
  await expect(() => page.goto('/_desk/send')).toPass();
  await expect(page.locator('main')).toContainText('window.evil=1');
});

test('another page of this machine reads neither modules nor the key of the websocket, calls nothing, and may not connect', async ({
  page,
  dev,
}) => {
  const client = await (await page.request.get('/@vite/client')).text();
  const [, key = ''] = /wsToken = "([^"]+)"/.exec(client) ?? [];
  expect(key).not.toBe('');
  await page.goto('/_desk/mail');
  const token = (await page.locator('meta[name="desk-token"]').getAttribute('content')) ?? '';
  expect(token).not.toBe('');
  await page.route('http://localhost:1/', (route) => route.fulfill({ contentType: 'text/html', body: '<p>evil</p>' }));
  await page.goto('http://localhost:1/');
  const seen = await page.evaluate(
    async ([desk, token]) => {
      const read = (path: string) =>
        fetch(desk + path).then(
          (answer) => answer.text(),
          () => 'refused',
        );
      const opened = (protocol: string) =>
        new Promise((resolve) => {
          const socket = new WebSocket(`${desk.replace('http', 'ws')}/?token=guessed`, protocol);
          socket.onopen = () => resolve('open');
          socket.onerror = () => resolve('refused');
        });
      const paths = ['/@vite/client', '/src/desk/server/guard.ts', '/package.json', '/_desk.html', '/@fs/etc/passwd'];
      const headers = { 'Content-Type': 'application/json', 'X-Desk-Token': token };
      const called = await fetch(`${desk}/_desk/api/readFile`, { method: 'POST', headers, body: '{}' }).then(
        (answer) => answer.text(),
        () => 'refused',
      );
      return { read: await Promise.all(paths.map(read)), called, socket: await opened('vite-hmr') };
    },
    [dev.url, token] as const,
  );
  expect(seen).toEqual({ read: Array(5).fill('refused'), called: 'refused', socket: 'refused' });

  // A frame, a form and a link of another site
  const framed = await page.evaluate(async (desk) => {
    const frame = document.createElement('iframe');
    frame.src = `${desk}/_desk`;
    document.body.append(frame);
    await new Promise((resolve) => {
      frame.onload = resolve;
    });
    return frame.contentDocument === null;
  }, dev.url);
  expect(framed).toBe(true);
  const frame = page.frames().find((one) => one !== page.mainFrame());
  expect(await frame?.locator('meta[name="desk-token"]').count()).toBe(0);
});

test('no address, method, header or body opens a call', async ({ page, dev }) => {
  const { port } = new URL(dev.url);
  const ask = (path: string, headers: Record<string, string>, method = 'GET', body = '') =>
    rawRequest(dev.url, path, headers, method, body);
  await page.goto('/_desk/mail');
  const token = (await page.locator('meta[name="desk-token"]').getAttribute('content')) ?? '';
  const own = { 'content-type': 'application/json', 'x-desk-token': token, origin: dev.url };

  const { headers } = await ask('/_desk/mail', {});
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');

  for (const path of [
    '/_desk.html',
    '/_desk%2ehtml',
    '/_desk/mail.html',
    '/_desk/index.html',
    '/_%2564esk',
    '/x/..%2f_desk',
  ])
    for (const headers of [
      { origin: 'http://evil.example' },
      { host: `evil.localhost:${port}` },
      { host: `[::1]:1` },
    ]) {
      const { status, text } = await ask(path, headers);
      expect([400, 403], `${path} ${JSON.stringify(headers)}`).toContain(status);
      expect(text).not.toContain(token);
    }
  expect((await ask('/__open-in-editor?file=package.json', {})).text).toBe(GUARD_WORDS.otherSite);
  expect((await ask('/', { host: 'evil.example' })).status).toBe(403);

  const preflight = await ask(
    '/_desk/api/saveFile',
    { origin: 'http://localhost:1', 'access-control-request-method': 'POST' },
    'OPTIONS',
  );
  expect(preflight.status).toBe(403);
  expect(preflight.headers).not.toHaveProperty('access-control-allow-origin');

  const call = (name: string, body: string, headers: Record<string, string> = {}) =>
    ask(`/_desk/api/${name}`, { ...own, 'content-length': String(Buffer.byteLength(body)), ...headers }, 'POST', body);
  const bodies = ['', 'null', '[]', '"x"', '{', '{"file":1}', '{"file":"facts.yml","more":1}', '[['.repeat(50_000)];
  for (const body of bodies) expect((await call('readFile', body)).status, body.slice(0, 20)).toBe(400);
  expect((await call('readFile', '{}', { 'x-desk-token': '' })).text).toContain(GUARD_WORDS.token);
  expect((await call('readFile', '{}', { origin: 'http://evil.example' })).status).toBe(403);
  expect((await call('readFile', '{}', { 'content-type': 'text/plain' })).status).toBe(415);
  // Astro refuses this itself.
  expect((await call('readFile', '{}', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '%00'])
    expect([400, 404]).toContain((await call(name, '{}')).status);
  for (const file of [
    '../package.json',
    '/etc/passwd',
    '.versions/x.mdx',
    'ja/\0.mdx',
    'JA/../../x.yml',
    'x'.repeat(9000),
  ])
    expect((await call('readFile', JSON.stringify({ file }))).status, file.slice(0, 20)).toBe(400);
  expect((await call('readFile', '{}', { 'content-length': String(9 << 20) }).catch(() => null))?.status ?? 413).toBe(
    413,
  );
  for (const page of ['pages/../../../x', 'pages/%2e%2e/x', 'pages//etc/passwd', 'pages/..', 'mail/../x']) {
    const { status, text } = await call('openPage', JSON.stringify({ locale: 'ja', page }));
    expect(status, `${page} ${text}`).toBe(400);
  }
  const polluting = `{"locale":"ja","page":"${BONDS}","digest":"","fields":{"__proto__":{"evil":1},"constructor":{"evil":1}}}`;
  const answer = await call('pageProblems', polluting);
  expect(answer.status, answer.text).toBe(200);
  // The server has not been changed by it.
  await page.goto('/_desk');
  expect(await page.evaluate(() => 'evil' in {})).toBe(false);
});
