/** Ways in which a translation loses, doubles or changes something, each planted into the text of a page. */
import type { Block, BlockSection } from '../../../src/authoring/parity/blocks.ts';

/** The text of a page to plant something into. */
export interface Soil {
  raw: string;
  sections: BlockSection[];
  /** Another page of the same language */
  other: Soil | null;
}

/** Returns the text with the defect, or null if the page has no place for it. */
type Plant = (soil: Soil) => string | null;

/** The blocks of some kinds below the front matter, with the lines from each to the next block. */
function blocksOf({ sections }: Soil, kinds: RegExp): Block[] {
  return sections.flatMap(({ blocks }) => blocks).filter(({ kind, line }) => kinds.test(kind) && line > 1);
}

const linesOf = ({ raw }: Soil) => raw.split('\n');

/** Changes one line, the first of those blocks where that changes anything. */
const inLine =
  (kinds: RegExp, change: (line: string) => string): Plant =>
  (soil) => {
    const lines = linesOf(soil);
    for (const { line } of blocksOf(soil, kinds)) {
      const before = lines[line - 1] ?? '';
      const after = change(before);
      if (after !== before) return lines.with(line - 1, after).join('\n');
    }
    return null;
  };

/** The first line of such a block that stands alone or in a list or table, not the last of them. */
function two(soil: Soil, kinds: RegExp): [number, number] | null {
  for (const { blocks } of soil.sections) {
    const own = blocks.filter(({ kind, texts }) => kinds.test(kind) && texts.join('').length > 20);
    const body = kinds.test('row') ? own.slice(1) : own;
    if (body.length >= 2) return [(body[0] as Block).line - 1, (body[1] as Block).line - 1];
  }
  return null;
}

const lose =
  (kinds: RegExp): Plant =>
  (soil) => {
    const places = two(soil, kinds);
    return places && linesOf(soil).toSpliced(places[0], 1).join('\n');
  };

const double =
  (kinds: RegExp): Plant =>
  (soil) => {
    const places = two(soil, kinds);
    const lines = linesOf(soil);
    const again = kinds.test('paragraph') ? ['', lines[places?.[0] ?? 0] ?? ''] : [lines[places?.[0] ?? 0] ?? ''];
    return places && lines.toSpliced(places[0] + 1, 0, ...again).join('\n');
  };

/** Writes the words of the first in place of the second. */
const copyOver =
  (kinds: RegExp): Plant =>
  (soil) => {
    const places = two(soil, kinds);
    const lines = linesOf(soil);
    return places && lines.with(places[1], lines[places[0]] ?? '').join('\n');
  };

const swap =
  (kinds: RegExp): Plant =>
  (soil) => {
    const places = two(soil, kinds);
    const lines = linesOf(soil);
    if (!places) return null;
    const [one, other] = [lines[places[0]] ?? '', lines[places[1]] ?? ''];
    return lines.with(places[0], other).with(places[1], one).join('\n');
  };

/** The lines of a section, from its heading to the next. */
function sectionLines({ sections, raw }: Soil, at: number): [number, number] {
  const start = (sections[at]?.line ?? 1) - 1;
  return [start, (sections[at + 1]?.line ?? raw.split('\n').length + 1) - 1 - start];
}

/** A section in the middle with words of its own, outside of <Local>. */
const middle = (soil: Soil) => {
  const at = soil.sections.findIndex(
    ({ blocks, local }, index) => index > 0 && blocks.length > 2 && local.length === 0,
  );
  return at > 0 && soil.sections[at + 1]?.local.length === 0 ? at : null;
};

const onSection =
  (change: (lines: string[], own: [number, number], next: [number, number]) => string[]): Plant =>
  (soil) => {
    const at = middle(soil);
    if (at === null || at + 1 >= soil.sections.length || soil.raw.includes('<Local')) return null;
    return change(linesOf(soil), sectionLines(soil, at), sectionLines(soil, at + 1)).join('\n');
  };

const PROSE = /^(paragraph|item|step|risk|thing to prepare|note)$/;
const ANY = /^(paragraph|item|step|risk|thing to prepare|note|row)/;

const half = (line: string) => {
  if (line.length < 50 || line.startsWith('<')) return line;
  const cut = line.slice(0, line.length / 2);
  return cut.includes('<') || cut.includes('[') ? line : cut;
};

export const PLANTS: Readonly<Record<string, Plant>> = {
  'a percentage with a digit more': inLine(ANY, (line) => line.replace(/(?<![\d.])([1-9])%/, '$10%')),
  'a percentage lost': inLine(PROSE, (line) => line.replace(/(?<![\d.])\d+(\.\d+)?%/, '')),
  'a percent sign lost': inLine(ANY, (line) => line.replace(/(?<![\d.])(\d+)%/, '$1円')),
  'a number with a digit less': inLine(ANY, (line) =>
    line.replace(/(?<![\d.,"#/-])(\d{2,})(?=[^\d"<]*$)/, (all) => all.slice(0, -1)),
  ),
  'a tenfold amount': inLine(ANY, (line) =>
    line.replace(/(?<!\.)([1-9])(万|萬)/, '$10$2').replace(/\$(\d+),000\b/, '$$$10,000'),
  ),
  'a sign turned': inLine(ANY, (line) => line.replace(/−(?=[\d$£])/, '+')),
  'a sign lost': inLine(/^row/, (line) => line.replace(/−(?=[\d$£])/, '')),
  'another currency': inLine(ANY, (line) =>
    line.replace(/(\d)(円|元|米ドル|美元)/, '$1ユーロ').replace(/[$£](?=\d)/, '€'),
  ),
  'another time of day': inLine(ANY, (line) =>
    line
      .replace(/(\d):([0-5])0/, (_, hour, past) => `${(Number(hour) + 1) % 10}:${past}0`)
      .replace(/(\d)時/, (_, hour) => `${(Number(hour) + 1) % 10}時`),
  ),
  'another day': inLine(ANY, (line) =>
    line.replace(/(\d{1,2})月(\d)日/, '$1月1$2日').replace(/\b(\d) (January|April|August|November|December)/, '1$1 $2'),
  ),
  'another year': inLine(ANY, (line) =>
    line.replace(
      /(?<![\d"/])(19|20)(\d\d)(?=年| |[.,])/,
      (_, age, year) => `${age}${year === '00' ? '01' : String(100 - Number(year)).slice(-2)}`,
    ),
  ),
  'another unit of time': inLine(ANY, (line) =>
    line.replace(/(\d+)(営業日|個交易日|个交易日|日間|天)/, '$1年').replace(/(\d+) (business )?days/, '$1 years'),
  ),
  'another ratio': inLine(ANY, (line) => line.replace(/(\d)倍/, '$15倍').replace(/(\d):1\b/, '$15:1')),
  'another fact': inLine(ANY, (line) => line.replace(/<Fact id="(?!venues)\w+"/, '<Fact id="venues"')),
  'a fact lost': inLine(ANY, (line) => line.replace(/<Fact id="\w+" \/>/, '')),
  'a fact typed by hand': inLine(ANY, (line) => line.replace(/<Fact id="\w+" \/>/, '77')),
  'another value of a series': inLine(/^(Figure|paragraph)/, (line) => line.replace(/show="lowest"/, 'show="highest"')),
  'a value in a summary lost': inLine(/^Figure/, (line) => line.replace(/\{highest\}/, '')),
  'another term': inLine(PROSE, (line) => line.replace(/<Term id="(?!spread)\w+"/, '<Term id="spread"')),
  'another figure': inLine(/^Figure/, (line) => line.replace(/name="\w+"/, 'name="pip"')),
  'another calculator': inLine(/^Calculator/, (line) => line.replace(/name="\w+"/, 'name="bonds2"')),
  'another target of a link': inLine(ANY, (line) => line.replace(/\]\(\/[^)]+\)/, '](/adv)')),
  'a link lost': inLine(ANY, (line) => line.replace(/\[([^\]]+)\]\(\/[^)]+\)/, '$1')),
  'another fragment': inLine(ANY, (line) => line.replace(/\]\((\/[^)#]+)#[^)]+\)/, ']($1)')),
  'another target of a button': ({ raw }) => changed(raw, raw.replace(/href: \/[\w/]+/, 'href: /glossary')),
  'a button lost': ({ raw }) => changed(raw, raw.replace(/^ {2}- \{.*\}\n/m, '')),
  'another target of an entry': inLine(/^Entry/, (line) => line.replace(/href="[^"]+"/, 'href="/locked"')),
  'code changed': inLine(ANY, (line) => line.replace(/`(\w+)`/, '`$1s`')),
  'an item lost': lose(/^item$/),
  'an item doubled': double(/^item$/),
  'an item in place of another': copyOver(/^item$/),
  'items in another order': swap(/^item$/),
  'an empty item': inLine(/^(item|risk|step)$/, (line) => line.replace(/^(- |\d+\. ).+/, '$1')),
  'a step lost': lose(/^step$/),
  'a step doubled': double(/^step$/),
  'steps in another order': swap(/^step$/),
  'a risk lost': lose(/^risk$/),
  'risks in another order': swap(/^risk$/),
  'a risk in place of another': copyOver(/^risk$/),
  'a row lost': lose(/^row/),
  'a row doubled': double(/^row/),
  'rows in another order': swap(/^row/),
  'a column lost': (soil) => {
    const rows = new Set(blocksOf(soil, /^row/).map(({ line }) => line - 1));
    const first = Math.min(...rows);
    if (rows.size === 0) return null;
    const end = linesOf(soil).findIndex((line, at) => at > first && !line.startsWith('|'));
    const cut = (line: string, at: number) => (at >= first && at < end ? line.replace(/\|[^|]*\|\s*$/, '|') : line);
    return linesOf(soil).map(cut).join('\n');
  },
  'an empty cell': inLine(/^row/, (line) =>
    /\|[^|]*[^|\s-][^|]*\|\s*$/.test(line) ? line.replace(/\|[^|]*\|\s*$/, '|  |') : line,
  ),
  'a paragraph lost': lose(/^paragraph$/),
  'a paragraph doubled': double(/^paragraph$/),
  'a paragraph in place of another': copyOver(/^paragraph$/),
  'paragraphs in another order': swap(/^paragraph$/),
  'half a paragraph': inLine(/^(paragraph|risk|item)$/, half),
  'a paragraph of another page': (soil) => {
    const foreign = soil.other && blocksOf(soil.other, /^paragraph$/).find(({ texts }) => texts.join('').length > 30);
    const place = two(soil, /^paragraph$/);
    if (!foreign || !place || !soil.other) return null;
    return linesOf(soil)
      .with(place[0], linesOf(soil.other)[foreign.line - 1] ?? '')
      .join('\n');
  },
  'a smaller heading lost': inLine(/^smaller heading$/, () => ''),
  'a section lost': onSection((lines, [start, count]) => lines.toSpliced(start, count)),
  'a section doubled': onSection((lines, [start, count]) =>
    lines.toSpliced(start, 0, ...lines.slice(start, start + count)),
  ),
  'an empty section': onSection((lines, [start, count]) => lines.toSpliced(start + 1, count - 1, '')),
  'sections in another order': onSection((lines, [start, count], [from, size]) =>
    lines.toSpliced(start, count + size, ...lines.slice(from, from + size), '', ...lines.slice(start, start + count)),
  ),
  'a question lost': ({ raw }) => changed(raw, raw.replace(/<Question [\s\S]*?<\/Question>\n\n/, '')),
  'a question in place of another': ({ raw }) => {
    const [one, other] = raw.match(/<Question [\s\S]*?<\/Question>/g) ?? [];
    return one && other ? raw.replace(other, one) : null;
  },
  'questions in another order': ({ raw }) => {
    const [one, other] = raw.match(/<Question [\s\S]*?<\/Question>/g) ?? [];
    return one && other ? raw.replace(one, '\u0000').replace(other, one).replace('\u0000', other) : null;
  },
  'the notice on risks lost': ({ raw }) => changed(raw, raw.replace('<HighRisk />', '')),
  'the rule of access lost': ({ raw }) => changed(raw, raw.replace('<Answer to="highRisk" />', '')),
  'sources lost': ({ raw }) => changed(raw, raw.replace(/<Sources facts="(\w+) /, '<Sources facts="')),
  'another level': ({ raw }) => changed(raw, raw.replace('level: intermediate', 'level: basics')),
  'another date': ({ raw }) => changed(raw, raw.replace(/^date: 2026-11/m, 'date: 2026-12')),
  'another topic': ({ raw }) => changed(raw, raw.replace(/^topic: \w+/m, 'topic: fraud')),
  'half a lead': ({ raw }) =>
    changed(
      raw,
      raw.replace(/^lead: (.{60,})$/m, (_, lead: string) => `lead: ${lead.slice(0, lead.length / 2)}`),
    ),
  'nothing but the front matter': ({ raw }) => raw.replace(/(\n---\n)[\s\S]*$/, '$1'),
};

const changed = (before: string, after: string) => (after === before ? null : after);
