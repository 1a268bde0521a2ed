/** Remarks on a text: questions, answers, to whom it is given, and what waits for somebody. */
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerQuestion, ask, give, remarksOf, settle } from '../../../../src/desk/remarks/remarkCalls.ts';
import { addRemark, allRemarks, readRemarks, remarksFile, remarksFor } from '../../../../src/desk/remarks/remarks.ts';
import { Refused } from '../../../../src/desk/server/files.ts';
import { planRenaming, rename } from '../../../../src/desk/texts/rename.ts';
import { type ContentTree, contentTree } from '../../../helpers/content/contentTree.ts';

const TEXT = { locale: 'ja', page: 'pages/service/bonds' } as const;
const [HANA, KEN] = ['Hana Sato', 'Ken Mori'] as const;

let tree: ContentTree;
beforeEach(() => {
  tree = contentTree('content');
  be(HANA);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Git takes this name for that of whoever works here. */
function be(name: string): void {
  const setting = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'user.name', GIT_CONFIG_VALUE_0: name };
  for (const [key, value] of Object.entries(setting)) vi.stubEnv(key, value);
}

const asked = async (asks: string) => {
  const { questions } = await ask({ ...TEXT, section: 'risks', asks }, tree.dir);
  return questions.at(-1)?.id ?? '';
};
const waiting = (name: string) =>
  remarksFor(name, tree.dir).map(({ page, given, questions }) => ({
    page,
    isGiven: given !== null,
    asks: questions.map(({ asks }) => asks),
  }));

it('keeps a question with who asked it, its answer, and that it is settled', async () => {
  const question = await asked('Is it the coupon?');
  be(KEN);
  await answerQuestion({ ...TEXT, question, answers: 'It is.' }, tree.dir);
  be(HANA);
  const { questions } = await settle({ ...TEXT, question }, tree.dir);
  expect(questions).toMatchObject([
    {
      section: 'risks',
      asks: 'Is it the coupon?',
      by: expect.stringMatching(`Z ${HANA}$`),
      answers: [{ answers: 'It is.', by: expect.stringMatching(`Z ${KEN}$`) }],
      settled: expect.stringMatching(`Z ${HANA}$`),
    },
  ]);
  await expect(answerQuestion({ ...TEXT, question, answers: 'No.' }, tree.dir)).rejects.toThrow(Refused);
  expect(readRemarks('ja', TEXT.page, tree.dir).questions).toEqual(questions);
});

it('gives a text to somebody, whose list has it with the questions of others', async () => {
  await asked('Which word?');
  await give({ ...TEXT, to: KEN }, tree.dir);
  expect(waiting(KEN)).toEqual([{ page: TEXT.page, isGiven: true, asks: ['Which word?'] }]);
  expect(waiting(HANA)).toEqual([]);

  be(KEN);
  const [{ id: question = '' } = {}] = (await remarksOf(TEXT, tree.dir)).questions;
  await answerQuestion({ ...TEXT, question, answers: 'This one.' }, tree.dir);
  expect(waiting(KEN)).toEqual([{ page: TEXT.page, isGiven: true, asks: [] }]);
  expect(waiting(HANA)).toEqual([{ page: TEXT.page, isGiven: false, asks: ['Which word?'] }]);

  await give({ ...TEXT, to: '' }, tree.dir);
  await settle({ ...TEXT, question }, tree.dir);
  expect([waiting(KEN), waiting(HANA)]).toEqual([[], []]);
});

it('says the same of the lines of two branches, in whichever order git has joined them', () => {
  const at = (minute: number, name: string) => `2026-11-28T10:0${minute}:00Z ${name}`;
  const lines = [
    { question: 'a1', by: at(1, HANA), section: '', asks: 'One?' },
    { question: 'a1', by: at(2, KEN), answers: 'Yes.' },
    { by: at(3, HANA), gives: KEN },
    { by: at(4, KEN), gives: HANA },
    { question: 'a1', by: at(5, HANA), settles: true as const },
  ];
  const read = (order: readonly (typeof lines)[number][]) => {
    rmSync(remarksFile('ja', TEXT.page, tree.dir), { force: true });
    for (const one of order) addRemark('ja', TEXT.page, one as Parameters<typeof addRemark>[2], tree.dir);
    return readRemarks('ja', TEXT.page, tree.dir);
  };
  const there = read(lines);
  expect(there.given?.to).toBe(HANA);
  expect(there.questions).toMatchObject([{ answers: [{ answers: 'Yes.' }], settled: at(5, HANA) }]);
  expect(read(lines.toReversed())).toEqual(there);
});

it('leaves out a line that cannot be read', () => {
  const path = remarksFile('ja', TEXT.page, tree.dir);
  mkdirSync(dirname(path), { recursive: true });
  const good = { question: 'b2', by: '2026-11-28T10:00:00Z', section: '', asks: 'Still here?' };
  writeFileSync(path, `<<<<<<< ours\n{"question":"b1"}\n[]\n${JSON.stringify(good)}\n`);
  expect(allRemarks(tree.dir)).toMatchObject([{ ...TEXT, questions: [{ asks: 'Still here?' }], given: null }]);
});

it('follows a text to its new address', async () => {
  const page = 'support/deposits';
  await ask({ locale: 'ja', page, section: '', asks: 'Who pays?' }, tree.dir);
  const wanted = { page, to: 'paying-in' };
  rename(wanted, planRenaming(wanted, tree.dir).mark, tree.dir);
  expect(readRemarks('ja', 'support/paying-in', tree.dir).questions).toHaveLength(1);
  expect(existsSync(remarksFile('ja', page, tree.dir))).toBe(false);
});

it('refuses a text that is not there, a folder that leads elsewhere, and whoever has no name', async () => {
  await expect(remarksOf({ locale: 'ja', page: '../routes' }, tree.dir)).rejects.toThrow(Refused);
  be('');
  await expect(asked('Who?')).rejects.toThrow(Refused);
  be(HANA);
  symlinkSync('/tmp', `${tree.dir}/.remarks`);
  await expect(asked('Where?')).rejects.toThrow(Refused);
});
