/** Words that name inherited properties ('constructor', 'toString', '__proto__' …), in every table of words. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkPage } from '../../../src/authoring/checks/index.ts';
import { readKnown } from '../../../src/authoring/checks/rule.ts';
import { factById, factName } from '../../../src/authoring/figures/facts.ts';
import { termById } from '../../../src/authoring/pages/glossary.ts';
import { resolveHref } from '../../../src/authoring/pages/links.ts';
import { ACCOUNT_FORM_KEY } from '../../../src/browserState/keys.ts';
import { cityName } from '../../../src/catalogue/exchanges.ts';
import { readJurisdictions } from '../../../src/catalogue/jurisdictions.ts';
import { readSourcesFile } from '../../../src/catalogue/sources.ts';
import { FAULT_WORDS, faultWord } from '../../../src/forms/faultWords.ts';
import { jurisdictionOf } from '../../../src/forms/jurisdiction.ts';
import { normalizeMobile } from '../../../src/forms/mobile.ts';
import { isLocale } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { splitLocale } from '../../../src/i18n/urls.ts';
import { wordOf } from '../../../src/islands/feeds/drawing.tsx';
import { lookUp } from '../../../src/lookUp.ts';
import { plainText } from '../../../src/server/feeds/clean.ts';
import { parseFeedDate } from '../../../src/server/feeds/dates.ts';
import { decodeFeed } from '../../../src/server/feeds/decode.ts';
import { parseFeed } from '../../../src/server/feeds/parse.ts';
import { findCountry } from '../../../src/server/geo/countries.ts';
import { formatHeaders, headersFor, parseHeaders } from '../../../src/server/hosting.ts';
import { localeOf, pageMessage } from '../../../src/server/messages.ts';
import { gistOf } from '../../../src/server/news/clusters.ts';
import { csv } from '../../../src/server/shared/csv.ts';
import { categoryName } from '../../../src/shells/items.ts';
import { FakeStorage } from '../../helpers/islands/fakePage.ts';
import { INHERITED_NAMES } from '../../helpers/names.ts';

const NOW = new Date('2026-11-21T00:00:00Z');
const undo: (() => unknown)[] = [];
afterEach(() => {
  for (const one of undo.splice(0)) one();
  vi.unstubAllGlobals();
});

describe.each(INHERITED_NAMES)('%s', (name) => {
  it('is in no table that does not hold it', () => {
    expect(lookUp({}, name)).toBeUndefined();
    expect(lookUp(JSON.parse(`{"${name}":"own"}`), name)).toBe('own');
  });

  it('is a word like others in feeds', () => {
    const gist = gistOf(`The ${name} of a new exchange building was chosen`) ?? [];
    expect(gist.filter((token) => typeof token !== 'string')).toEqual([]);
    expect(plainText(`a &${name}; b`, true)).toBe(`a &${name}; b`);
    expect(parseFeedDate(`2026-11-20 09:30 ${name}`, 'en', NOW)).toEqual(new Date('2026-11-20T09:30:00Z'));
    expect(decodeFeed(Buffer.from('a'), { contentType: `text/xml; charset=${name}`, language: 'en' }).text).toBe('a');
    const item = `<item><title>${name}</title><link>https://a.example/${name}</link></item>`;
    const rss = `<rss version="2.0"><channel><category>${name}</category>${item}</channel></rss>`;
    expect(parseFeed(rss, { url: 'https://a.example/', language: 'en', now: NOW })).toMatchObject([
      { title: { value: name } },
    ]);
  });

  it('is no locale, no country and no city', () => {
    expect(isLocale(name)).toBe(false);
    expect(localeOf(`${name};q=1, ja;q=0.5`)).toBe('ja');
    expect(splitLocale(`/${name}/service`)).toEqual({ locale: 'en-US', path: `/${name}/service` });
    expect(findCountry(name)).toBeUndefined();
    const rules = readJurisdictions();
    expect(jurisdictionOf(rules, name)).toBe(rules.default);
    expect(() => cityName(name, 'ja')).toThrow(`No city '${name}'`);
    expect(normalizeMobile('090', name)).toBeNull();
    expect(faultWord(name)).toBe(FAULT_WORDS.choiceUnknown);
  });

  it('is no figure, no term and no page', () => {
    const t = translator('en-US');
    expect(() => factById(name)).toThrow(`No fact '${name}'`);
    expect(() => factName(name, t)).toThrow(`The fact '${name}' has no name`);
    expect(() => termById(name, 'ja')).toThrow(`No term '${name}'`);
    expect(resolveHref(`/${name}`, 'ja')).toBe(`/ja/${name}`);
    expect(resolveHref(name, 'en-US')).toBe(name);
  });

  it('is an unknown component of a page, and an unknown attribute of a feed', () => {
    const known = readKnown('tests/fixtures/content');
    const lines = ['---', 'title: "1"', 'description: "1234567890 1234567890 1234567890"', 'lead: "2"', '---', ''];
    const problems = (body: string) =>
      checkPage(
        { file: 'x.mdx', locale: 'en-US', name: 'pages/technology/visual', raw: [...lines, body].join('\n') },
        known,
      ).map(({ what }) => what);
    expect(problems(`<${name} />`)).toContain(`unknown component <${name}>`);
    expect(problems(`<Term id="${name}">1</Term>`).join()).toContain(`'${name}'`);

    const dir = mkdtempSync(join(tmpdir(), 'finger-names-'));
    undo.push(() => rmSync(dir, { recursive: true }));
    writeFileSync(join(dir, 'sources.opml'), `<opml><body><outline id="boj" ${name}="x"/></body></opml>`);
    const told: string[] = [];
    readSourcesFile(dir, (_, what) => told.push(what));
    expect(told).toContain(`boj: unknown attribute '${name}'`);
  });

  it('is a header and a column like others', () => {
    const rules = parseHeaders(`/*\n  ${name}: one\n/a\n  ${name}: two\n`);
    expect(formatHeaders(rules)).toBe(`/*\n  ${name}: one\n\n/a\n  ${name}: two\n`);
    expect(Object.entries(headersFor(rules, '/a'))).toEqual([[name, 'one, two']]);
    const record = JSON.parse(`{"${name}":"b"}`);
    expect(csv([{ a: '1' }, record])).toEqual([`"a","${name}"`, '"1",""', '"","b"']);
  });

  it('is no word of an island', () => {
    expect(categoryName(name, wordOf({}, 'en-US'))).toBe(name);
    expect(pageMessage(name, 'en-US')).toBeUndefined();
  });

  it('stands in what the device keeps of the form, and breaks nothing', async () => {
    vi.resetModules();
    const device = new FakeStorage();
    vi.stubGlobal('localStorage', device);
    vi.stubGlobal('sessionStorage', new FakeStorage());
    vi.stubGlobal('addEventListener', () => {});
    vi.stubGlobal('removeEventListener', () => {});
    const keptOf = (answers: string, saved: number) =>
      `{"begun":0,"saved":${saved},"answers":{${answers}},"given":{${answers.replace(/"[^"]*"$/, '5')}},"kept":"device"}`;
    const { answer, restoreApplicationForm } = await import('../../../src/stores/applicationForm.ts');
    restoreApplicationForm(1);
    answer({ country: 'JP' }, 2);
    // Another tab has written in the meantime.
    device.setItem(ACCOUNT_FORM_KEY, keptOf(`"${name}":"x"`, 3));
    answer({ role: 'investor' }, 4);
    const { answers, given } = JSON.parse(device.getItem(ACCOUNT_FORM_KEY) ?? '');
    expect(answers).toMatchObject({ country: 'JP', role: 'investor' });
    expect(Object.entries(answers)).toContainEqual([name, 'x']);
    expect(Object.entries(given)).toContainEqual([name, 5]);
  });
});
