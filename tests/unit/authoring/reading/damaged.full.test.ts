/** Files of content/ that are damaged in some way: `npm run content` says what is wrong, once, and never fails itself. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkContent, type Problem } from '../../../../src/authoring/checks/index.ts';
import { contentTree } from '../../../helpers/content/contentTree.ts';

const { dir } = contentTree('tests/fixtures/content');
for (const good of [
  'exchanges',
  'dictionary',
  'permissions',
  'message',
  'mail',
  'series',
  'officialSeries',
  'version',
  'sources',
])
  cpSync(`tests/fixtures/rules/${good}/good`, dir, { recursive: true });

const name = ({ file, line, rule, what }: Problem) => `${file.slice(dir.length + 1)}:${line} ${rule}: ${what}`;
const usual = new Set(checkContent(dir).map(name));

/** What is reported beyond the usual of this tree while a file is changed. */
function toldOf(file: string, change: (bytes: Buffer) => Buffer | string): Problem[] {
  const path = join(dir, file);
  const bytes = readFileSync(path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, change(bytes));
  try {
    return checkContent(dir).filter((problem) => !usual.has(name(problem)));
  } finally {
    writeFileSync(path, bytes);
  }
}

const TABLES = [
  'facts.yml',
  'glossary.yml',
  'wording.yml',
  'jurisdictions.yml',
  'operator.yml',
  'exchanges.yml',
  'dictionary.yml',
  'permissions.yml',
  'series.yml',
  'data/sources.yml',
];
const MESSAGES = ['en-US/ui.json', 'ja/ui.json', 'publicHolidays.json'];
const TEXTS = ['en-US/pages/technology/visual.mdx', 'en-US/mail/questionAnswered.md', 'ja/mail/questionAnswered.md'];
const OTHERS = ['sources.opml', 'data/fxMonthly.csv'];

const conflict = (bytes: Buffer) => `<<<<<<< HEAD\n${bytes}=======\n${bytes}>>>>>>> other\n`;
const latin = (bytes: Buffer) => Buffer.concat([bytes, Buffer.of(0x92, 0x0a)]);
const wide = (bytes: Buffer) => Buffer.from(`\uFEFF${bytes}`, 'utf16le');

describe('is told once, by the rule for syntax', () => {
  const unreadable: [string, (bytes: Buffer) => Buffer | string][] = [
    ...[...TABLES, ...MESSAGES, ...TEXTS, ...OTHERS].flatMap((file) =>
      [conflict, latin, wide].map((change): [string, typeof change] => [file, change]),
    ),
    ...[...TABLES, ...MESSAGES].flatMap((file) =>
      ['', 'null\n', '5\n', '"'].map((text): [string, () => string] => [file, () => text]),
    ),
    ...TABLES.flatMap((file) =>
      ['a: [\n', 'a: "b\nc: d\n', 'a:\n\tb: c\n', 'a: 1\na: 2\n', 'a：b\nc: d\n', 'a: *b\n'].map(
        (text): [string, () => string] => [file, () => text],
      ),
    ),
  ];

  it.each(unreadable)('%s', (file, change) => {
    const told = toldOf(file, change);
    expect(told.map(({ file: where, rule }) => [where.slice(dir.length + 1), rule])).toEqual([[file, 'syntax']]);
    expect(told[0]?.what).not.toMatch(/undefined|Error|JSON at position|implicit|YAML\./i);
  });
});

describe('is told and does not end the report', () => {
  const odd = [
    '',
    'null\n',
    '- 1\n- null\n',
    'a: null\nb: [null]\nc: { d: null }\n',
    '{"a": null, "b": {"c": 1}}',
    'x',
  ];
  const front = [
    '---\nnull\n---\nx\n',
    '---\nsource: 5\nrelated: 7\nactions: x\ntitle: [1]\n---\nx\n',
    '---\n',
    '---\n---\n',
  ];
  const all = [...TABLES, ...MESSAGES, ...TEXTS, ...OTHERS];

  it.each(all)('%s', (file) => {
    for (const text of [...odd, ...front]) expect(() => toldOf(file, () => text), text).not.toThrow();
    for (const part of [2, 3, 5]) {
      expect(() => toldOf(file, (bytes) => bytes.subarray(0, Math.floor(bytes.length / part)))).not.toThrow();
    }
  });
});

it('a byte order mark is fine in every file', () => {
  for (const file of [...TABLES, ...MESSAGES, ...TEXTS, ...OTHERS]) {
    expect(
      toldOf(file, (bytes) => Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), bytes])),
      file,
    ).toEqual([]);
  }
});
