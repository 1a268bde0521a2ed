/** What the desk offers beside a text: words, what a section lacks, earlier renderings, what can be inserted. */
import { beforeAll, describe, expect, it } from 'vitest';
import { COMPONENTS } from '../../../../src/authoring/components.ts';
import { formatFact } from '../../../../src/authoring/figures/facts.ts';
import { recordSource } from '../../../../src/authoring/translation/recordProgress.ts';
import { type Figure, mainTerm } from '../../../../src/catalogue/schemas.ts';
import { earlierTexts } from '../../../../src/desk/offers/earlierTexts.ts';
import { insertable } from '../../../../src/desk/offers/insertable.ts';
import { pieceOffers } from '../../../../src/desk/offers/pieces.ts';
import { sectionOffers } from '../../../../src/desk/offers/sectionOffers.ts';
import { shownTag } from '../../../../src/desk/offers/shownTags.ts';
import { knownNow } from '../../../../src/desk/server/known.ts';
import { translator } from '../../../../src/i18n/messages.ts';
import { type ContentTree, contentTree } from '../../../helpers/content/contentTree.ts';

const HEAD = '---\ntitle: "1"\ndescription: “1234567890 1234567890 1234567890”\nlead: "2"\n---\n\n';
const VISUAL = 'pages/technology/visual';
let tree: ContentTree;
beforeAll(() => {
  tree = contentTree('tests/fixtures/content');
});

const known = () => knownNow(tree.dir);
const term = (id: string, locale: 'en-US' | 'ja') => known().glossary[id]?.[locale];

describe('a section', () => {
  const [id = ''] = Object.keys(knownNow('tests/fixtures/content').glossary);

  it('is offered the terms that the English one has, those to mark first', () => {
    const [english, own] = [mainTerm(term(id, 'en-US')?.term ?? ''), mainTerm(term(id, 'ja')?.term ?? '')];
    const marked = `See <Term id="${id}">${english}</Term>.`;
    expect(sectionOffers(known(), 'ja', marked, '').terms[0]).toMatchObject({
      id,
      english,
      toMark: true,
      isUsed: false,
    });
    expect(sectionOffers(known(), 'ja', `Two ${english}s.`, `${own}です。`).terms).toContainEqual(
      expect.objectContaining({ id, toMark: false, isUsed: true, definition: term(id, 'ja')?.definition }),
    );
    expect(sectionOffers(known(), 'ja', marked, marked).terms[0]).toMatchObject({ isMarked: true, isUsed: false });
    expect(sectionOffers(known(), 'ja', `The x${english}x.`, '').terms).toEqual([]);
    // An English page has no other text beside it.
    expect(sectionOffers(known(), 'en-US', null, `A ${english}.`)).toMatchObject({
      terms: [{ id }],
      names: [],
      missing: [],
    });
  });

  it('is offered what the English one has of tags, links, code, values and numbers', () => {
    const english = [
      `<Fact id="fee" /> and <Fact id="fee" /> with [x](/adv#ask), \`GET\`, 5% and two days for <Term id="${id}">y</Term>.`,
      '<Figure name="pip" summary="A {fee}.">A drawing.</Figure>',
      '<Local>\n\n<Fact id="share" />\n\n</Local>',
    ].join('\n\n');
    const missing = (translation: string) =>
      sectionOffers(known(), 'ja', english, translation).missing.map(({ text }) => text);
    const figure = '<Figure name="pip" summary="A {fee}.">A drawing.</Figure>';
    expect(missing('')).toEqual([
      '<Fact id="fee" />',
      expect.stringMatching(/^\[.+\]\(\/adv#ask\)$/),
      '`GET`',
      `<Term id="${id}">${mainTerm(term(id, 'ja')?.term ?? '')}</Term>`,
      figure,
      '{fee}',
      '5%',
      '2',
    ]);
    const most = `<Fact id="fee" />と[あ](/adv#ask)、\`GET\`、5%、2日。<Term id="${id}">い</Term>`;
    expect(missing(`${most}\n\n<Figure name="pip" summary="図。">図。</Figure>`)).toEqual([
      '<Fact id="fee" />',
      '{fee}',
    ]);
    expect(missing(english)).toEqual([]);
  });
});

describe('earlier renderings', () => {
  beforeAll(() => {
    const page = (text: string) => `${HEAD}${text}\n`;
    tree.write(
      `en-US/${VISUAL}.mdx`,
      page(
        'It is late. Prices may fall by 5% on one day.\n\n## Costs\n\nNobody pays twice.\n\n## Tags\n\nA <Term id="zebra">wide</Term> stripe.',
      ),
    );
    tree.write(
      `ja/${VISUAL}.mdx`,
      page(
        '遅い時刻です。価格は1日に5%下がることがあります。\n\n## 費用\n\n二重にはかかりません。\n\n## タグ\n\n<Term id="zebra">広い</Term>縞。',
      ),
    );
    recordSource('ja', VISUAL, '2026-11-23T00:00:00Z', tree.dir);
  });
  const matches = async (english: string, own = '') =>
    pieceOffers(english, own, (await earlierTexts('ja', tree.dir)).find);

  it('are found for a piece or one of its sentences, the likest first, with what differs', async () => {
    const [heading, same, near] = await matches(
      '## Costs\n\nNobody pays twice.\n\nNew here. Prices may rise by 5% on one day.',
    );
    expect(heading?.matches[0]).toMatchObject({ own: '費用', like: 100, text: VISUAL, entry: 'costs' });
    expect(same?.matches[0]).toMatchObject({ own: '二重にはかかりません。', like: 100 });
    expect(near?.matches[0]).toMatchObject({ own: '価格は1日に5%下がることがあります。' });
    expect(near?.matches[0]?.like).toBeGreaterThan(80);
    expect(near?.matches[0]?.like).toBeLessThan(100);
    const marked = (near?.matches[0]?.parts ?? [])
      .filter(({ kind }) => kind !== 'equal')
      .map(({ words, kind }) => `${kind} ${words}`);
    expect(marked).toEqual(['removed fall', 'inserted rise']);
    expect((await matches('Nothing is like this one at all.'))[0]?.matches).toEqual([]);
  });

  it('are searched in both languages, by likeness or by what they hold, with what differs or is found', async () => {
    const { search } = await earlierTexts('ja', tree.dir);
    const marked = (words: string) =>
      search(words).map(({ side, own, parts }) => [
        side,
        own,
        ...parts.filter(({ kind }) => kind !== 'equal').map(({ words: its, kind }) => `${kind} ${its}`),
      ]);
    const day = '価格は1日に5%下がることがあります。';
    expect(marked('prices MAY')).toEqual([['english', day, 'found Prices may']]);
    expect(marked('Prices may rise by 5% on one day.')).toEqual([['english', day, 'removed fall', 'inserted rise']]);
    expect(marked('下がる')).toEqual([['own', day, 'found 下がる']]);
    expect(marked('価格は1日に5%上がることがあります。')).toEqual([['own', day, 'removed 下', 'inserted 上']]);
    expect(search(day)[0]).toMatchObject({ like: 100, english: 'Prices may fall by 5% on one day.', text: VISUAL });
    for (const words of ['', ' ', '(', 'constructor', '[a-z]+', 'nobody knows this'])
      expect(search(words), words).toEqual([]);
  });

  it('are found also with tags between the words, and not by the words of a tag', async () => {
    const { search } = await earlierTexts('ja', tree.dir);
    const [found] = search('a wide stripe');
    expect(found?.parts[0]).toEqual({ words: 'A <Term id="zebra">wide</Term> stripe', kind: 'found' });
    expect(search('zebra')).toEqual([]);
  });

  it('are the words of a table without the names that stand before them', async () => {
    const [id = ''] = Object.keys(known().glossary);
    tree.write('.translations/ja/glossary.jsonl', '');
    recordSource('ja', 'glossary', '2026-11-23T00:00:00Z', tree.dir);
    const definition = term(id, 'en-US')?.definition ?? '';
    const own = term(id, 'ja')?.definition;
    expect((await earlierTexts('ja', tree.dir)).search(definition)[0]).toMatchObject({
      english: definition,
      own,
      like: 100,
    });
  });

  it('know where the piece stands, whether it is still English, and leave out what is there', async () => {
    const english = '## Costs\n\nNobody pays twice.';
    const [, untouched] = await matches(english, english);
    expect(untouched).toMatchObject({ isEnglish: true, place: { from: 10, to: 28 } });
    expect(untouched?.matches).toHaveLength(1);
    const own = '## 費用\n\n二重にはかかりません。';
    const [, written] = await matches(english, own);
    expect(written).toMatchObject({ isEnglish: false, matches: [] });
    expect(own.slice(written?.place?.from, written?.place?.to)).toBe('二重にはかかりません。');
  });

  it('follow the files, and say nothing of what nobody has translated', async () => {
    tree.edit(`ja/${VISUAL}.mdx`, '二重にはかかりません', '一度だけです');
    expect((await matches('Nobody pays twice.'))[0]?.matches[0]).toMatchObject({ own: '一度だけです。' });
    const record = `.translations/ja/${VISUAL}.jsonl`;
    tree.write(record, tree.read(record).replaceAll('"translated"', '"none"'));
    expect((await matches('Nobody pays twice.'))[0]?.matches).toEqual([]);
  });
});

it('what can be inserted has every component, and the ids that are right in the language', () => {
  const { components, ids, links } = insertable(known(), 'ja');
  expect(components.map(({ name }) => name)).toEqual(Object.keys(COMPONENTS));
  expect(components.find(({ name }) => name === 'Fact')?.snippet).toBe('<Fact id="…" />');
  expect(components.find(({ name }) => name === 'Steps')?.snippet).toBe('<Steps>\n\n1. …\n\n</Steps>');
  const fee = known().facts.fee as Figure;
  const shown = formatFact(fee, 'ja', translator('ja'));
  expect(ids.fact).toContainEqual({ id: 'fee', shown, english: '', about: fee.source });
  expect(links.find(({ path }) => path === '/technology/visual')).toMatchObject({ title: expect.any(String) });
});

it('a tag shows what readers see; what is unknown shows nothing', () => {
  const shown = (name: string, attributes: Record<string, string>) => shownTag({ name, attributes }, 'ja', known());
  const fee = known().facts.fee as Figure;
  expect(shown('Fact', { id: 'fee' })).toBe(formatFact(fee, 'ja', translator('ja')));
  expect(shown('Count', { of: 'keys' })).toMatch(/^\d+$/);
  for (const id of ['none', '__proto__', 'constructor', '']) expect(shown('Fact', { id }), id).toBeNull();
  expect(shown('Count', { of: 'toString' })).toBeNull();
  expect(shown('Amount', { of: 'none', in: 'USD' })).toBeNull();
  expect(shown('Note', {})).toBeNull();
});
