/** The problems of a text that is not saved, at their places in fields and sections. */
import { beforeAll, expect, it } from 'vitest';
import { ACT_WORDS } from '../../../../src/desk/frame/deskWords.ts';
import { readPageText, type withEdit, withHeadMended } from '../../../../src/desk/page/pageFile.ts';
import { type PlacedMending, type PlacedProblem, problemsOf } from '../../../../src/desk/page/problems.ts';
import { answerCall } from '../../../../src/desk/server/callTable.ts';
import { knownNow } from '../../../../src/desk/server/known.ts';
import { type ContentTree, contentTree } from '../../../helpers/content/contentTree.ts';

const PAGE = 'pages/service/bonds';
let tree: ContentTree;
let raw: string;
beforeAll(() => {
  tree = contentTree('content');
  raw = tree.read(`en-US/${PAGE}.mdx`);
});

const problems = (edit: Parameters<typeof withEdit>[2]) => problemsOf('en-US', PAGE, raw, edit, tree.dir);
const textOf = (at: number) => readPageText(raw).sections[at]?.text ?? '';
const marked = (text: string, { from, to }: PlacedProblem) => text.slice(from, to);

it('a right page has none; a wrong word is marked where it is written, also with Windows’ line ends', () => {
  expect(problems({})).toEqual([]);
  const text = `${textOf(2)}\n\nSee [x](/service/bond) and <Fact id="none" />.`;
  const found = problems({ sections: [{ at: 2, text }] });
  expect(found.map((one) => one.in)).toEqual([{ section: 2 }, { section: 2 }]);
  for (const one of found) expect(text).toContain(marked(text, one));
  const windows = problemsOf('en-US', PAGE, raw.replaceAll('\n', '\r\n'), { sections: [{ at: 2, text }] }, tree.dir);
  expect(windows).toEqual(found);
});

it('what nobody sees, and a legal text whose version is old or not kept, is told while it is written', () => {
  const hidden = problems({ sections: [{ at: 2, text: `${textOf(2)}\n\nA word\u200b.` }] });
  expect(hidden).toMatchObject([{ in: { section: 2 }, mending: { text: '' } }]);
  const legal = 'pages/legal/privacy';
  const written = tree.read(`ja/${legal}.mdx`);
  const told = (edit: Parameters<typeof withEdit>[2]) =>
    problemsOf('ja', legal, written, edit, tree.dir).filter((one) => 'field' in one.in && one.in.field === 'version');
  const [, section] = readPageText(written).sections;
  const changed = { sections: [{ at: 1, text: `${section?.text.trimEnd()}以上です。` }] };
  expect(told({})).toEqual([]);
  const version = { remedy: expect.stringContaining(ACT_WORDS.keep) };
  expect(told(changed)).toMatchObject([version]);
  expect(told({ ...changed, fields: { version: '2031-02-03' } })).toMatchObject([version]);
});

it('a mending changes the text in which the problem is', () => {
  const text = `${textOf(3)}\n\nIt is "quoted" so.`;
  const mended = problems({ sections: [{ at: 3, text }] }).flatMap(({ mending }) => mending ?? []);
  expect(mended.length).toBeGreaterThan(0);
  const [{ from, to, text: own }] = mended as [NonNullable<PlacedProblem['mending']>];
  expect(text.slice(from, to)).toMatch(/"/);
  expect(own).toMatch(/[“”]/);
});

it('a fault of front matter belongs to its field', () => {
  const [short] = problems({ fields: { description: 'Short' } });
  expect(short?.in).toEqual({ field: 'description' });
  const lead = 'It is "quoted" so.';
  const own = problems({ fields: { lead } });
  expect(own.map((one) => one.in)).toContainEqual({ field: 'lead' });
  const [mending] = own.flatMap((one) => one.mending ?? []);
  if (mending) expect(lead.slice(mending.from, mending.to)).toMatch(/"/);
  const [lines] = problems({ head: 'title: A: B' });
  expect(lines?.in).toEqual({ head: true });
});

it('a mending in a list is one of the lines of front matter', () => {
  const edit = { fields: { actions: [{ text: 'It is "quoted" so', href: '/service/bonds' }] } };
  const own = problems(edit).find(({ mending }) => mending?.inHead);
  expect(own?.in).toEqual({ field: 'actions' });
  const { head, fields, fault } = withHeadMended(raw, PAGE, edit, own?.mending as PlacedMending);
  expect(fault).toBeNull();
  expect(head).toMatch(/[“”]/);
  expect(JSON.stringify(fields.actions)).toMatch(/[“”]/);
});

it('what the rules compare with follows the files', () => {
  const before = knownNow(tree.dir);
  expect(knownNow(tree.dir)).toBe(before);
  const glossary = tree.read('glossary.yml');
  tree.edit('en-US/pages/adv.mdx', /$/, '\n');
  const after = knownNow(tree.dir);
  expect(after).not.toBe(before);
  expect(after.table).toBe(before.table);
  tree.write('glossary.yml', `${glossary}\n`);
  expect(knownNow(tree.dir).table).not.toBe(before.table);
});

it('a text is judged in a moment once the folder is read', () => {
  const edit = { sections: [{ at: 1, text: `${textOf(1)} More.` }] };
  problems(edit);
  const times = [1, 2, 3].map(() => {
    const start = performance.now();
    problems(edit);
    return performance.now() - start;
  });
  // 50 ms on an idle machine; others may be busy.
  expect(Math.min(...times)).toBeLessThan(1000);
});

it('a call that does not exist or is asked wrongly says so', async () => {
  expect(await answerCall('toString', {})).toMatchObject({ status: 404 });
  expect(await answerCall('openPage', { locale: 'xx', page: PAGE })).toMatchObject({ status: 400 });
  expect(await answerCall('openPage', undefined)).toMatchObject({ status: 400 });
  for (const page of ['pages/../../../src/x', 'mail/x', '../pages/x', 'pages/.hidden', 'pages//x'])
    expect(await answerCall('openPage', { locale: 'ja', page }), page).toMatchObject({ status: 400 });
  expect(await answerCall('readFile', { file: '../package.json' })).toMatchObject({
    status: 400,
    data: { remedy: expect.any(String) },
  });
});
