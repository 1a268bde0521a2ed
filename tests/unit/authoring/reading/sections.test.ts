import { readFileSync } from 'node:fs';
import { slug } from 'github-slugger';
import { describe, expect, it } from 'vitest';
import { fingerprint, headingIds, idsWithLocal, sections } from '../../../../src/authoring/reading/sections.ts';
import { CONTENT_DIR, mdxFiles } from '../../../../src/catalogue/content.ts';
import { DEFAULT_LOCALE } from '../../../../src/i18n/locales.ts';

const FILE = `---
title: Forex
description: A page.
level: basics
reviewed: 2026-11-01
---

Opening words.

## What a pip is

A pip.

### In yen

Two decimals.

## Risks

All of it.
`;

describe('sections', () => {
  it('are the opening and one for each ## heading, with the line each begins on', () => {
    const found = sections(FILE);
    expect(found.map(({ heading }) => heading)).toEqual(['', 'What a pip is', 'Risks']);
    const lines = FILE.split('\n');
    for (const { heading, line } of found.slice(1)) expect(lines[line - 1]).toBe(`## ${heading}`);
    expect(found[0]?.line).toBe(1);
  });

  it('hold the words of the front matter in the opening, and nothing that is not translated', () => {
    const opening = sections(FILE)[0]?.text ?? '';
    expect(opening).toContain('Forex');
    expect(opening).toContain('Opening words.');
    expect(opening).not.toContain('basics');
  });

  it('hold deeper headings', () => {
    expect(sections(FILE)[1]?.text).toContain('### In yen');
  });

  it.each(['```', '~~~'])('take no heading out of a fence of %s', (fence) => {
    expect(sections(`${fence}\n## no\n${fence}\n## yes`).map(({ heading }) => heading)).toEqual(['', 'yes']);
  });
});

const LOCAL = '<Local facts="x">\n\n## Taxes\n\nA tax.\n\n### Risks\n\n<Note>\n\nWords.\n\n</Note>\n\n</Local>\n\n';

describe('<Local>', () => {
  it.each([
    ['in the opening', FILE.replace('## What', `${LOCAL}## What`)],
    ['between paragraphs', FILE.replace('### In yen', `${LOCAL}### In yen`)],
    ['at the end', `${FILE}\n${LOCAL}`],
  ])('%s is no part of the text that translations follow', (_, raw) => {
    expect(raw).toContain(LOCAL);
    expect(fingerprint(raw)).toEqual(fingerprint(FILE));
    expect(headingIds(raw)).toEqual(headingIds(FILE));
    expect(sections(raw).map(({ heading, id, text, shown }) => [heading, id, text.trim(), shown])).toEqual(
      sections(FILE).map(({ heading, id, text, shown }) => [heading, id, text.trim(), shown]),
    );
    expect(
      sections(raw)
        .map(({ local }) => local)
        .join(''),
    ).toBe(LOCAL.trim());
    for (const { heading, line } of sections(raw).slice(1)) expect(raw.split('\n')[line - 1]).toBe(`## ${heading}`);
  });

  it('has ids of its own words among those of the shared headings', () => {
    const raw = FILE.replace('## Risks', `${LOCAL}## リスク`);
    expect(idsWithLocal(raw, headingIds(FILE))).toEqual(['what-a-pip-is', 'in-yen', 'taxes', 'risks-1', 'risks']);
  });
});

describe('fingerprint', () => {
  const before = fingerprint(FILE);

  it('has one hash a section', () => {
    expect(before.sections).toHaveLength(3);
    for (const hash of [before.body, ...before.sections]) expect(hash).toMatch(/^[0-9a-f]{10}$/);
    expect(new Set([before.body, ...before.sections]).size).toBe(4);
  });

  it.each([
    ['spaces at line ends', FILE.replaceAll('.\n', '.  \t\n')],
    ['blank lines at the end', `${FILE}\n\n`],
    ['fewer blank lines at the end', FILE.trimEnd()],
    ['more blank lines before a heading', FILE.replace('\n\n## Risks', '\n\n\n\n## Risks')],
    ['the line ends of Windows', FILE.replaceAll('\n', '\r\n')],
    [
      'another order of front matter',
      FILE.replace('title: Forex\ndescription: A page.', 'description: A page.\ntitle: Forex'),
    ],
    ['front matter that carries no words', FILE.replace('level: basics', 'level: intermediate\nversion: 2026-11-21')],
  ])('does not change with %s', (_, raw) => expect(fingerprint(raw)).toEqual(before));

  it.each([
    ['the title', 0, FILE.replace('title: Forex', 'title: FX')],
    ['the opening', 0, FILE.replace('Opening', 'First')],
    ['a paragraph', 1, FILE.replace('A pip.', 'One pip.')],
    ['a heading', 1, FILE.replace('## What', '## How')],
    ['a deeper heading', 1, FILE.replace('In yen', 'In JPY')],
    ['white space inside a line', 2, FILE.replace('All of', 'All  of')],
    ['one letter at the very end', 2, FILE.replace('of it.', 'of it!')],
  ])('changes the hash of the section alone with %s', (_, index, raw) => {
    const after = fingerprint(raw);
    expect(after.body).not.toBe(before.body);
    expect(after.sections.map((hash, at) => hash !== before.sections[at])).toEqual(
      before.sections.map((_, at) => at === index),
    );
  });

  it('changes with the order of sections though their hashes stay', () => {
    const [head, first, second] = FILE.split(/(?=^## )/m);
    const after = fingerprint(`${head}${second}\n${first}`);
    expect([...after.sections].sort()).toEqual([...before.sections].sort());
    expect(after.body).not.toBe(before.body);
  });

  it('keeps the other hashes where a section is added or removed', () => {
    const added = fingerprint(FILE.replace('## Risks', '## New\n\nWords.\n\n## Risks'));
    expect(added.sections).toEqual(expect.arrayContaining(before.sections));
    expect(added.sections).toHaveLength(4);
    const removed = fingerprint(FILE.replace(/## What[\s\S]*(?=## Risks)/, ''));
    expect(removed.sections).toEqual([before.sections[0], before.sections[2]]);
  });
});

describe('headingIds', () => {
  it('are the slugs of GitHub for ## and ###, in order', () => {
    const headings = ['What a pip is', 'Is it 24×7?', "Who's who: A & B", '為替 market', 'In  yen', 'Straße_1'];
    const raw = headings.map((text, index) => `${index % 2 ? '###' : '##'} ${text}\n\nWords.`).join('\n\n');
    expect(headingIds(raw)).toEqual(headings.map((text) => slug(text)));
  });

  it.each([
    ['without # and ####', '# One\n\n## Two\n\n#### Four\n\n### Three\n\n##none', ['two', 'three']],
    ['each its own', '## Fees\n## Fees\n### Fees', ['fees', 'fees-1', 'fees-2']],
    ['of words in components', '## What a <Term id="spread">spread</Term> is', ['what-a-spread-is']],
    ['not of code', '```\n## no\n```\n## Yes', ['yes']],
    ['not of the front matter', '---\ntitle: |\n  x\n  ## y\n---\n## Z', ['z']],
  ])('are %s', (_, raw, ids) => expect(headingIds(raw)).toEqual(ids));

  it('are the same with the line ends of Windows', () => {
    expect(headingIds(FILE.replaceAll('\n', '\r\n'))).toEqual(headingIds(FILE));
  });

  it('are never empty and never doubled in a shipped en-US file', () => {
    for (const name of mdxFiles(DEFAULT_LOCALE)) {
      const ids = headingIds(readFileSync(`${CONTENT_DIR}/${DEFAULT_LOCALE}/${name}.mdx`, 'utf8'));
      expect(new Set(ids).size, name).toBe(ids.length);
      expect(
        ids.filter((id) => !id),
        name,
      ).toEqual([]);
    }
  });
});
