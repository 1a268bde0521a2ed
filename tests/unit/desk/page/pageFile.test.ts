/** A page as fields and sections: what is not changed stays byte for byte, in every real file. */
import { expect, it } from 'vitest';
import { readPageText, withEdit } from '../../../../src/desk/page/pageFile.ts';
import { realPages } from '../../../helpers/content/realPages.ts';

it.each(['\n', '\r\n'])('every page goes round byte for byte, with lines that end in %j', (eol) => {
  const pages = realPages();
  expect(pages.length).toBeGreaterThan(100);
  for (const { file, page, text } of pages) {
    const raw = text.replaceAll('\n', eol);
    const { fields, sections } = readPageText(raw);
    const edit = { fields, sections: sections.map(({ text: own }, at) => ({ at, text: own })) };
    const same = withEdit(raw, page, edit);
    expect(same.raw === raw, file).toBe(true);
    const found = same.sections.map((place) => same.raw.slice(...place).replaceAll('\r\n', '\n'));
    expect(found, file).toEqual(sections.map(({ text: own }) => own));
  }
});

const HEAD = `---
title: A
# why
description: "Quoted: so"
lead: >-
  In two
  lines
actions:
  - { text: Go, href: /adv } # first
  - { text: Stay, href: "/adv#ask" }
level: basics
---

Opening.

## One

Text.
`;
const PAGE = 'pages/service/x';
const withFields = (fields: Record<string, unknown>, raw = HEAD) => withEdit(raw, PAGE, { fields }).raw;

it('values keep their quotes and comments, and new fields stand in their order', () => {
  expect(withFields({ description: 'Other: so' })).toBe(HEAD.replace('Quoted: so', 'Other: so'));
  expect(withFields({ lead: 'In one' })).toBe(HEAD.replace('>-\n  In two\n  lines', 'In one'));
  const actions = [
    { text: 'Go, now', href: '/adv' },
    { text: 'Stay', href: '/adv#ask' },
  ];
  expect(withFields({ actions })).toBe(HEAD.replace('text: Go', 'text: "Go, now"'));
  expect(withFields({ actions: actions.slice(1) })).toContain(
    '\nactions:\n  - { text: Stay, href: "/adv#ask" }\nlevel:',
  );
  expect(withFields({ heading: 'How' })).toBe(HEAD.replace('title: A\n', 'title: A\nheading: How\n'));
  expect(withFields({ reviewed: '2026-11-22' })).toBe(HEAD.replace('basics\n', 'basics\nreviewed: 2026-11-22\n'));
  expect(withFields({ draft: true })).toBe(HEAD.replace('basics\n', 'basics\ndraft: true\n'));
  expect(withFields({ level: null })).toBe(HEAD.replace('level: basics\n', ''));
  expect(withFields({ actions: null })).toBe(HEAD.replace(/actions:\n.*\n.*\n/, ''));
  expect(withFields({ title: 'Two\nlines' })).toBe(HEAD.replace('title: A', 'title: Two lines'));
  expect(withFields({ heading: '', level: '', version: undefined })).toBe(HEAD.replace('level: basics\n', ''));
});

it('a list of names stays in one line', () => {
  const raw = HEAD.replace('level: basics', 'related: [/support, /adv]');
  expect(withFields({ related: ['/support', '/adv', '/info'] }, raw)).toBe(raw.replace('/adv]', '/adv, /info]'));
  expect(withFields({ related: ['/support', '/info'] }, raw)).toBe(raw.replace('/support, /adv]', '/support, /info]'));
});

it('sections come, go and grow with one empty line around them', () => {
  const edit = (at: number, text: string, raw = HEAD) => withEdit(raw, PAGE, { sections: [{ at, text }] }).raw;
  expect(edit(1, '\n\n## One\n\nText.\n\n## Two\n\nMore.\n\n')).toBe(`${HEAD}\n## Two\n\nMore.\n`);
  expect(edit(0, '')).toBe(HEAD.replace('Opening.\n\n', ''));
  expect(edit(0, 'Again.', edit(0, ''))).toBe(HEAD.replace('Opening.', 'Again.'));
  expect(edit(1, '')).toBe(HEAD.replace('## One\n\nText.\n', ''));
  expect(edit(1, '## One\n\nText.\nB', HEAD.replaceAll('\n', '\r\n'))).toBe(
    HEAD.replace('Text.', 'Text.\nB').replaceAll('\n', '\r\n'),
  );
});

it('a text without front matter, with an open one, or with a fault in it, is shown as it is', () => {
  expect(readPageText('Words.\n')).toMatchObject({
    fields: {},
    fault: null,
    head: null,
    sections: [{ text: 'Words.' }],
  });
  expect(withEdit('Words.\n', PAGE, { fields: { title: 'T' } }).raw).toBe('---\ntitle: T\n---\nWords.\n');
  expect(readPageText('---\ntitle: A\n\nWords.\n')).toMatchObject({ fault: { line: 1 }, head: null });
  const broken = HEAD.replace('title: A', 'title: A: B');
  const { fault, head } = readPageText(broken);
  expect(fault?.line).toBe(2);
  expect(withEdit(broken, PAGE, { head: head?.replace('A: B', 'A') ?? '' }).raw).toBe(HEAD);
});
