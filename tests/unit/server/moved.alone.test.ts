/** Pages that editors add, and addresses that have moved: in the footer, the menus, the server and the files for CDN hosts. */
import { beforeAll, expect, it, vi } from 'vitest';

let routes: typeof import('../../../src/routes.ts');
let menus: typeof import('../../../src/menus.ts');
let spelling: typeof import('../../../src/server/spelling.ts');
let hosting: typeof import('../../../src/server/hosting.ts');
let settings: import('../../../src/site.ts').Settings;
beforeAll(async () => {
  vi.stubEnv('CONTENT_DIR', 'tests/fixtures/rules/routes/good');
  routes = await import('../../../src/routes.ts');
  menus = await import('../../../src/menus.ts');
  spelling = await import('../../../src/server/spelling.ts');
  hosting = await import('../../../src/server/hosting.ts');
  settings = (await import('../../../src/site.ts')).readSettings({ SITE_URL: 'https://www.finger.test' });
});

it('adds pages behind those of the code, lessons to the lessons and to the footer', () => {
  const { ROUTES, LESSONS, routeAt, contentPath, filePath, ancestors } = routes;
  expect(ROUTES.slice(-2).map(({ path }) => path)).toEqual(['/service/crypto', '/info/pressRoom']);
  const crypto = routeAt('/service/crypto');
  expect(contentPath(crypto)).toBe('service/crypto');
  expect(filePath(crypto)).toBe('/service/crypto');
  expect(ancestors(crypto).map(({ path }) => path)).toEqual(['/service']);
  expect(LESSONS.at(-1)?.path).toBe('/service/crypto');
  const { footerLinks } = menus;
  expect(footerLinks('invest')).toContainEqual({ path: '/service/crypto', label: 'route.crypto' });
  expect(footerLinks('company').map(({ path }) => path)).not.toContain('/info/pressRoom');
});

it('leads from an old address to the one of today at once, in every language and spelling', () => {
  const { exactPathname } = spelling;
  expect(exactPathname('/service/coins')).toBe('/service/crypto');
  expect(exactPathname('/ja/Service/COINS/')).toBe('/ja/service/crypto');
  expect(exactPathname('/en-US/service/coins.html')).toBe('/service/crypto');
  expect(exactPathname('/service/crypto')).toBe('/service/crypto');
  expect(exactPathname('/service/coin')).toBeNull();
});

it('tells CDN hosts the same', () => {
  const { redirectRules, matchRedirect, speculationRules } = hosting;
  const rules = redirectRules({ settings });
  for (const [from, to] of [
    ['/service/coins', '/service/crypto'],
    ['/ja/service/coins', '/ja/service/crypto'],
    ['/en-US/service/coins', '/service/crypto'],
    ['/tw/info/press', '/tw/info/pressRoom'],
    ['/cn/info/pressroom', '/cn/info/pressRoom'],
  ] as const)
    expect(matchRedirect(rules, from), from).toEqual({ to, status: 308 });
  expect(matchRedirect(rules, '/service/crypto')).toBeNull();
  expect(JSON.stringify(speculationRules({ settings }))).toContain('/ja/service/crypto');
});
