/**
 * The report of `npm run content` on a whole tree. checks/rules.test.ts tests each rule by itself,
 * contentFiles.full.test.ts files that are missing.
 */
// Misspelled on purpose: cspell:ignore brokerâ descriptoin forx menue advv
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkPage } from '../../../src/authoring/checks/index.ts';
import { readKnown } from '../../../src/authoring/checks/rule.ts';
import { COMPONENTS } from '../../../src/authoring/components.ts';
import type { Locale } from '../../../src/i18n/locales.ts';

describe('several faults of one file', () => {
  const known = readKnown('tests/fixtures/content');
  const HEAD = ['---', 'title: "1"', 'description: 1234567890 1234567890 1234567890', 'lead: "2"', '---', ''];
  const told = (locale: Locale, lines: string[], end = '\n') => {
    const raw = [...HEAD, ...lines].join(end);
    return checkPage({ file: 'x.mdx', locale, name: 'pages/adv', raw }, known).map(({ line, rule }) => [line, rule]);
  };

  it('are all told, in the order of the lines, though one of them is a fault of syntax', () => {
    const lines = [
      '[x](/nowhere)',
      '',
      '<Risk>',
      '',
      '- One',
      '',
      '</Note>',
      '',
      '<Fact id="x" />',
      '',
      '![](/icon-512.png)',
    ];
    expect(told('en-US', lines)).toEqual([
      [7, 'link'],
      [13, 'markup'],
      [15, 'component'],
      [17, 'alternative text'],
    ]);
  });

  it('are told on their own lines, in files with the line ends of Windows too', () => {
    expect(told('ja', ['第一行。', '', '株式と <Fact id="fee" />。', '', '**「x」**です'], '\r\n')).toEqual([
      [9, 'spacing'],
      [11, 'bold'],
    ]);
  });
});

it('every component has an example on the desk that keeps all rules', () => {
  const shipped = readKnown('content');
  for (const name of Object.keys(COMPONENTS)) {
    const file = `src/desk/examples/${name}.mdx`;
    const example = readFileSync(file, 'utf8');
    expect(example).toContain(`<${name}`);
    const page = name === 'HighRisk' ? 'pages/technology/index' : 'pages/technology/visual';
    const raw = `---\ntitle: x\ndescription: “1234567890 1234567890 1234567890”\nlead: x\n---\n\n${example}`;
    expect(checkPage({ file, locale: 'en-US', name: page, raw }, shipped), file).toEqual([]);
  }
});
