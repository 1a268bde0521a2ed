import { describe, expect, it } from 'vitest';
import { parseSource } from '../../../src/catalogue/content.ts';

const FILE = `---
title: Forex
description: A page.
level: basics
source: { body: 'x', sections: ['y'] }
---

Opening words.

## What a pip is

A pip.

### In yen

Two decimals.

## Risks

All of it.
`;

describe('parseSource', () => {
  it('takes front matter and body apart and knows the line of the body', () => {
    const { frontMatter, body, bodyLine } = parseSource(FILE);
    expect(frontMatter).toMatchObject({ title: 'Forex', level: 'basics' });
    expect(body).toBe(FILE.split('---\n').slice(2).join('---\n'));
    expect(
      FILE.split('\n')
        .slice(bodyLine - 1)
        .join('\n'),
    ).toBe(body);
  });

  it('reads a file with the line ends of Windows the same', () => {
    const { frontMatter, body, bodyLine } = parseSource(FILE.replaceAll('\n', '\r\n'));
    expect(frontMatter).toEqual(parseSource(FILE).frontMatter);
    expect(body.replaceAll('\r\n', '\n')).toBe(parseSource(FILE).body);
    expect(bodyLine).toBe(parseSource(FILE).bodyLine);
  });

  it('takes a file without front matter as body, from line 1', () => {
    expect(parseSource('Words\n---\nmore')).toMatchObject({
      frontMatter: {},
      body: 'Words\n---\nmore',
      bodyLine: 1,
    });
    expect(parseSource('')).toMatchObject({ frontMatter: {}, body: '', bodyLine: 1 });
  });

  it('leaves a rule in the body where it is', () => {
    expect(parseSource('---\na: 1\n---\nb\n\n---\n\nc').body).toBe('b\n\n---\n\nc');
  });

  it('knows the line of each field', () => {
    const { lineOf } = parseSource(FILE.replace('level: basics', 'actions:\n  - text: x\n    href: /adv'));
    expect([['title'], ['actions', 0, 'href'], ['nothing']].map(lineOf)).toEqual([2, 6, 2]);
  });

  it.each(['- a list', 'a word', '[1, 2]', '7'])('tells that the front matter is %s', (yaml) => {
    const { frontMatter, fault } = parseSource(`---\n${yaml}\n---\n`);
    expect(frontMatter).toEqual({});
    expect(fault).toMatchObject({ line: 2, reason: expect.stringContaining('`name: value`') });
  });

  it('tells the line on which the front matter is no YAML', () => {
    expect(parseSource('---\nlead: x\ntitle: a: b\n---\n').fault).toMatchObject({ line: 3 });
  });
});
