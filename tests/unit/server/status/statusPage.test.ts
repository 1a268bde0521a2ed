/** The status page: what it claims of each day, in every language. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PARTS } from '../../../../src/catalogue/incidents.ts';
import { LOCALE_IDS, LOCALES } from '../../../../src/i18n/locales.ts';
import { serverMessage } from '../../../../src/server/messages.ts';
import { type History, withLooks } from '../../../../src/server/status/history.ts';
import { styleOf } from '../../../../src/server/status/statusFiles.ts';
import { type Status, statusData, statusHtml } from '../../../../src/server/status/statusPage.ts';
import { escaped } from '../../../../src/shells/html.ts';

const NOW = new Date('2026-11-28T10:01:30Z');
const NOTHING: History = { days: [], last: null };
const seen = withLooks(
  withLooks(
    withLooks(NOTHING, new Date('2026-11-27T10:00Z'), { pages: 'up', api: 'up' }, 60),
    new Date('2026-11-28T10:00Z'),
    { pages: 'up', api: 'down', feeds: 'unseen' },
    60,
  ),
  new Date('2026-11-28T10:01Z'),
  { pages: 'up', api: 'down', feeds: 'unseen' },
  60,
);
const words = { 'en-US': '<b>Forms & prices</b>', ja: '障害', tw: '中斷', cn: '中断' };
const status = (more: Partial<Status> = {}): Status => ({
  history: seen,
  parts: [...PARTS],
  incidents: [
    { begin: '2026-11-28T09:40Z', parts: ['api'], ...words },
    { begin: '2026-01-01T00:00Z', end: '2026-01-02T00:00Z', parts: ['mail'], ...words },
  ],
  interval: 60,
  now: NOW,
  site: 'https://www.example.com',
  home: { base: 'https://www.example.com', ending: '' },
  locales: LOCALE_IDS,
  ...more,
});
const say = (...args: Parameters<typeof serverMessage>) => escaped(serverMessage(...args));
/** How many bars of a kind a part has. */
const bars = (html: string, part: number, look: string) => {
  const drawn = html.split('<svg')[part + 1] ?? '';
  return new RegExp(`data-look="${look}" d="([^"]*)"`).exec(drawn)?.[1]?.split('M').length ?? 1;
};

describe.each(LOCALE_IDS)('the page in %s', (locale) => {
  const html = statusHtml(status(), locale);

  it('has every word, and no placeholder', () => {
    expect(html).not.toMatch(/\{\w+\}|undefined|NaN/);
    for (const part of PARTS) expect(html).toContain(`<h3>${say(`server.status.part.${part}`, locale)}</h3>`);
  });

  it('tells minutes and the share of an outage, and claims nothing of other days', () => {
    const share = new Intl.NumberFormat('en', { style: 'percent' }).format(1);
    const day = new Intl.DateTimeFormat(LOCALES[locale].lang, { dateStyle: 'long', timeZone: 'UTC' }).format(NOW);
    const failed = { day, minutes: '2', failed: '2', looks: '2', share };
    expect(html).toContain(say('server.status.outageDay', locale, failed));
    expect([bars(html, 1, 'up'), bars(html, 1, 'down'), bars(html, 1, 'unseen')].map((n) => n - 1)).toEqual([1, 1, 88]);
    expect([bars(html, 3, 'up'), bars(html, 3, 'down'), bars(html, 3, 'unseen')].map((n) => n - 1)).toEqual([0, 0, 90]);
    expect(html).not.toContain(say('server.status.allUp', locale));
  });

  it('says of a part that is not seen that it is not observed, not that it works', () => {
    const none = statusHtml(status({ history: NOTHING, incidents: [] }), locale);
    expect(none).not.toContain(say('server.status.allUp', locale));
    expect(none).not.toContain(`>${say('server.status.look.up', locale)}<`);
    expect(none).toContain(say('server.status.noIncident', locale, { days: '90' }));
    expect(none.match(/class="look" data-look="unseen"/g)).toHaveLength(PARTS.length);
  });
});

it('shows the incidents of the 90 days, and what stands in them is text', () => {
  const html = statusHtml(status(), 'en-US');
  expect(html.match(/<article>/g)).toHaveLength(1);
  expect(html).toContain('&lt;b&gt;Forms &amp; prices&lt;/b&gt;');
  expect(statusHtml(status(), 'en-GB')).toContain('&lt;b&gt;Forms');
});

it('needs no script and no other host, and is small', () => {
  const html = statusHtml(status(), 'ja');
  expect(html).not.toMatch(/<script|style="|src="http/);
  expect(Buffer.byteLength(html)).toBeLessThan(24_000);
});

it('leads to whole file names where another host serves it', () => {
  const home = { base: 'https://status.example.com', ending: '.html' } as const;
  const html = statusHtml(status({ home }), 'ja');
  expect(html).toContain('href="../../tw/support/status.html"');
  expect(html).toContain('href="../../support/status.css"');
  expect(html).toContain('hreflang="zh-Hans" href="https://status.example.com/cn/support/status.html"');
  expect(statusHtml(status(), 'en-US')).toContain('href="../ja/support/status"');
});

it('is the same as data', () => {
  const data = statusData(status(), 'en-US');
  expect(data.parts.find(({ part }) => part === 'api')).toMatchObject({
    lastLook: 'down',
    days: [
      { day: '2026-11-27', looks: 1, failed: 0, minutesObserved: 1, minutesDown: 0 },
      { day: '2026-11-28', looks: 2, failed: 2, minutesObserved: 2, minutesDown: 2 },
    ],
  });
  expect(data.parts.find(({ part }) => part === 'feeds')).toMatchObject({ lastLook: 'unseen', days: [] });
  expect(data.incidents).toEqual([{ begin: '2026-11-28T09:40Z', end: null, parts: ['api'], text: words['en-US'] }]);
});

it('follows the system in the dark, with the colors of the site', () => {
  const tokens = readFileSync('src/styles/tokens.css', 'utf8');
  const [, followed = ''] = styleOf(tokens, '').split('(prefers-color-scheme: dark) {');
  expect(followed).toMatch(/--paper: \w+\(17% [^;]+;/);
  expect(() => styleOf(':root { }', '')).toThrow('tokens.css');
});
