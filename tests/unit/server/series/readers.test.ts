/** The readers of publishers' files, on files made to the documented formats (tests/fixtures/series). */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  addressAt,
  SERIES_FORMATS,
  type SeriesFormat,
  type SeriesRow,
  seriesRows,
} from '../../../../src/catalogue/officialSeries.ts';
import { READERS } from '../../../../src/server/series/readers.ts';

const fixture = (name: string) => readFileSync(`tests/fixtures/series/${name}`, 'utf8');

/** The rows of these ids, as content/series.yml has them. */
const rows = (...ids: string[]) =>
  ids.map((id) => seriesRows().find((row) => row.id === id) ?? expect.fail(`no series ${id}`));

interface Case {
  file: string;
  wanted: SeriesRow[];
  /** 'id day value' */
  points: string[];
  /** A wanted series of which the file knows nothing, so that it is named */
  unknown: SeriesRow;
  /** What says its name in a message */
  publisher: string;
}

const CASES: Record<SeriesFormat, Case> = {
  ecbXml: {
    file: 'ecb90Days.xml',
    wanted: rows('ecb-eur-usd', 'ecb-eur-jpy', 'ecb-eur-idr'),
    points: [
      'ecb-eur-usd 2026-11-20 1.1520',
      'ecb-eur-jpy 2026-11-20 181.30',
      'ecb-eur-idr 2026-11-20 19204.66',
      'ecb-eur-usd 2026-11-19 1.1508',
      'ecb-eur-jpy 2026-11-19 180.95',
      'ecb-eur-usd 2026-11-18 1.15',
      'ecb-eur-idr 2026-11-18 19177.02',
    ],
    ...{ unknown: rows('ecb-eur-ron')[0] as SeriesRow, publisher: 'European Central Bank' },
  },
  h10Csv: {
    file: 'h10.csv',
    wanted: rows('fed-eur-usd', 'fed-usd-jpy', 'fed-usd-twd'),
    points: [
      'fed-eur-usd 2026-11-10 1.1541',
      'fed-usd-jpy 2026-11-10 157.0200',
      'fed-usd-twd 2026-11-10 31.5800',
      'fed-eur-usd 2026-11-12 1.1533',
      'fed-usd-jpy 2026-11-12 157.3100',
      'fed-usd-twd 2026-11-12 31.6050',
      'fed-eur-usd 2026-11-13 1.1527',
      'fed-usd-jpy 2026-11-13 157.4000',
      'fed-usd-twd 2026-11-13 31.6000',
    ],
    ...{ unknown: rows('fed-usd-krw')[0] as SeriesRow, publisher: 'Federal Reserve' },
  },
  treasuryXml: {
    file: 'treasury.xml',
    wanted: rows('ust-1m', 'ust-6w', 'ust-2y', 'ust-10y'),
    points: [
      'ust-1m 2026-11-19 3.80',
      'ust-2y 2026-11-19 3.9',
      'ust-10y 2026-11-19 4.41',
      'ust-1m 2026-11-20 3.79',
      'ust-6w 2026-11-20 3.81',
      'ust-2y 2026-11-20 3.92',
      'ust-10y 2026-11-20 -0.05',
    ],
    ...{ unknown: rows('ust-30y')[0] as SeriesRow, publisher: 'US Department of the Treasury' },
  },
  nyFedJson: {
    file: 'nyFedEffr.json',
    wanted: rows('nyfed-effr', 'nyfed-target-from', 'nyfed-target-to'),
    points: [
      'nyfed-effr 2026-11-19 3.60',
      'nyfed-target-from 2026-11-19 3.50',
      'nyfed-target-to 2026-11-19 3.75',
      'nyfed-effr 2026-11-18 3.61',
      'nyfed-target-from 2026-11-18 3.50',
      'nyfed-target-to 2026-11-18 3.75',
    ],
    ...{ unknown: rows('nyfed-sofr')[0] as SeriesRow, publisher: 'Federal Reserve Bank of New York' },
  },
  valetJson: {
    file: 'valetRates.json',
    wanted: rows('boc-usd-cad', 'boc-jpy-cad', 'boc-twd-cad'),
    points: [
      'boc-usd-cad 2026-11-18 1.4010',
      'boc-jpy-cad 2026-11-18 0.008910',
      'boc-twd-cad 2026-11-18 0.04431',
      'boc-usd-cad 2026-11-19 1.4002',
      'boc-usd-cad 2026-11-20 1.3995',
      'boc-twd-cad 2026-11-20 0.04430',
    ],
    ...{ unknown: rows('boc-eur-cad')[0] as SeriesRow, publisher: 'Bank of Canada' },
  },
  boeCsv: {
    file: 'boe.csv',
    wanted: rows('boe-bank-rate'),
    points: ['boe-bank-rate 2026-11-18 3.75', 'boe-bank-rate 2026-11-19 4'],
    unknown: { ...(rows('boe-bank-rate')[0] as SeriesRow), id: 'boe-other', code: 'IUDOTHER' },
    publisher: 'Bank of England',
  },
  monthsCsv: {
    file: 'months.csv',
    wanted: rows('fed-monthly-usd-eur', 'fed-monthly-usd-jpy'),
    points: [
      'fed-monthly-usd-jpy 2026-04-01 159.1173',
      'fed-monthly-usd-eur 2026-05-01 0.8561',
      'fed-monthly-usd-jpy 2026-05-01 158.1530',
      'fed-monthly-usd-eur 2026-06-01 0.8684',
      'fed-monthly-usd-jpy 2026-06-01 160.7700',
    ],
    ...{ unknown: rows('fed-monthly-usd-gbp')[0] as SeriesRow, publisher: 'Federal Reserve' },
  },
};

/** What a reader says of a file, as lines. */
function read(format: SeriesFormat, body: string, wanted = CASES[format].wanted) {
  const { points, faults } = READERS[format](body, wanted);
  return { points: points.map(({ series, day, value }) => `${series} ${day} ${value}`), faults };
}

describe.each(SERIES_FORMATS)('a file in %s', (format) => {
  const { file, wanted, points, unknown, publisher } = CASES[format];
  const body = fixture(file);

  it('gives the values as published, and none for holidays', () => {
    expect(read(format, body)).toEqual({ points, faults: [] });
  });

  it('is read whatever its line ends are, and with a byte order mark', () => {
    const other = body.includes('\r') ? body.replaceAll('\r', '') : body.replaceAll('\n', '\r\n');
    expect(read(format, `\uFEFF${other}`)).toEqual({ points, faults: [] });
  });

  it('without a series that is wanted names it, and gives the others', () => {
    const { points: found, faults } = read(format, body, [...wanted, unknown]);
    expect(found).toEqual(points);
    expect(faults).toEqual([expect.stringContaining(unknown.code)]);
    expect(() => read(format, body, [unknown])).toThrow(unknown.code);
  });

  it.each([
    ['empty', ' \n'],
    ['a web page', fixture('errorPage.html')],
    ['a web page as XML', `<?xml version="1.0"?>\n<html><head><title>Moved</title></head></html>`],
    ['another XML', '<?xml version="1.0"?><rss version="2.0"><channel/></rss>'],
    ['another JSON', '{"error": {"code": 429}}'],
    ['another table', 'a,b\n1,2\n'],
    ['plain text', 'Too many\u001b[2J\nrequests'],
  ])('is refused if it is %s, with publisher and remedy in one line', (_, wrong) => {
    const [{ address, fill }] = wanted as [SeriesRow];
    expect(() => read(format, wrong)).toThrow(
      expect.objectContaining({
        name: 'Error',
        message: expect.stringMatching(new RegExp(`^${publisher}: [^\\n]+; (open|compare) [^\\n]+$`)),
      }),
    );
    expect(() => read(format, wrong)).toThrow(address ? addressAt(address, new Date()) : String(fill));
  });

  it('that is cut off anywhere gives no value that the whole one does not have', () => {
    for (let length = 1; length < body.trimEnd().length; length++) {
      let found: string[] = [];
      try {
        found = read(format, body.slice(0, length)).points;
      } catch {
        // Refused
      }
      expect(points, body.slice(0, length).slice(-40)).toEqual(expect.arrayContaining(found));
    }
  });
});

describe('a single fault costs one value, and is named with its place', () => {
  it.each<[SeriesFormat, string, string, string, string]>([
    ['ecbXml', 'a comma', "181.30'", "181,30'", "line 11: JPY of 2026-11-20 is '181,30'"],
    ['ecbXml', 'grouping', '19204.66', '19 204.66', "line 13: IDR of 2026-11-20 is '19 204.66'"],
    ['ecbXml', 'zero', '1.1520', '0.0000', "line 10: USD of 2026-11-20 is '0.0000'; expected a number above 0"],
    ['ecbXml', 'a negative rate', '1.1520', '-1.1520', "is '-1.1520'; expected a number above 0"],
    ['ecbXml', 'an exponent', '1.1520', '1e0', "USD of 2026-11-20 is '1e0'"],
    ['h10Csv', 'a comma', '157.3100', '157,3100', 'line 9: 7 cells for 6 columns'],
    [
      'h10Csv',
      'a comma in quotation marks',
      '157.3100',
      '"157,3100"',
      "line 9: RXI_N.B.JA of 2026-11-12 is '157,3100'",
    ],
    ['h10Csv', 'half a row', ',157.3100,31.6050,119.9077', '', 'line 9: 3 cells for 6 columns'],
    ['h10Csv', 'no day', '2026-11-12', '2026-11-31', "line 9: '2026-11-31' is no day"],
    ['h10Csv', 'another order of the day', '2026-11-12', '11/12/2026', "line 9: '11/12/2026' is no day"],
    ['treasuryXml', 'a comma', '>3.92<', '>3,92<', "line 36: BC_2YEAR of 2026-11-20 is '3,92'"],
    ['treasuryXml', 'no day', '2026-11-20T00:00:00<', 'today<', "line 26: 'today' is no day"],
    ['nyFedJson', 'a comma', '3.61 ,', '"3,61" ,', "entry 2: EFFR.percentRate of 2026-11-18 is '3,61'"],
    ['nyFedJson', 'no day', '"2026-11-18"', 'null', "entry 2: 'null' is no day"],
    ['valetJson', 'a comma', '1.4002', '1,4002', "entry 2: FXUSDCAD of 2026-11-19 is '1,4002'"],
    ['valetJson', 'no object', '{ "v": "1.4002" }', '1.4002', 'entry 2: FXUSDCAD of 2026-11-19 is no value'],
    ['boeCsv', 'no month', '19 Nov', '19 Nev', "line 3: '19 Nev 2026' is no day"],
    ['boeCsv', 'a word', ',4,', ',four,', "line 3: IUDBEDR of 2026-11-19 is 'four'"],
    ['monthsCsv', 'no month', '2026-05', '2026-13', "line 3: '2026-13-01' is no day"],
  ])('%s: %s', (format, _, good, wrong, fault) => {
    const file = format === 'ecbXml' ? 'ecbDaily.xml' : CASES[format].file;
    const whole = read(format, fixture(file));
    const { points, faults } = read(format, fixture(file).replace(good, wrong));
    expect(faults).toEqual([expect.stringContaining(fault)]);
    expect(whole.points).toEqual(expect.arrayContaining(points));
    expect(points.length).toBeLessThan(whole.points.length);
  });

  it('in every line names twenty, and how many more there are', () => {
    const wrong = Array.from({ length: 50 }, (_, index) => `${index} Nov 2026,x,1\n`).join('');
    const { faults } = read('boeCsv', `DATE,IUDBEDR,IUDXXXX\n${wrong}`);
    expect(faults).toHaveLength(21);
    expect(faults.at(-1)).toBe('and 30 more');
  });
});

describe('what changes in a file', () => {
  it('is read: a revised value', () => {
    const revised = fixture('ecb90Days.xml').replace('1.1508', '1.1509');
    expect(read('ecbXml', revised).points).toContain('ecb-eur-usd 2026-11-19 1.1509');
  });

  it('costs nothing: new columns, currencies, fields and attributes', () => {
    const first = (text: string) => text.replace(/^(DATE|month),/, '$1,NEW,').replace(/^(\d.*?),/gm, '$1,9.99,');
    for (const format of ['boeCsv', 'monthsCsv'] as const)
      expect(read(format, first(fixture(CASES[format].file)))).toEqual({ points: CASES[format].points, faults: [] });
    const ecb = fixture('ecb90Days.xml').replaceAll('currency=', 'status="A" currency=');
    expect(read('ecbXml', ecb)).toEqual({ points: CASES.ecbXml.points, faults: [] });
  });

  it('is named: a day that stands twice with two values; the first counts', () => {
    const twice = fixture('boe.csv').replace('19 Nov', '18 Nov');
    expect(read('boeCsv', twice)).toEqual({
      points: ['boe-bank-rate 2026-11-18 3.75'],
      faults: ["line 3: IUDBEDR of 2026-11-18 is '4'; expected 3.75 as before, or each day once"],
    });
  });

  it('is named: a rate the other way round, or of another unit', () => {
    for (const [from, to] of [
      ['"1","1","1","1","1"', '"1","1","100","1","1"'],
      ['"EUR","GBP","JPY"', '"EUR","GBP","KRW"'],
      ['"Multiplier:"', '"Scale:"'],
    ] as const) {
      const { points, faults } = read('h10Csv', fixture('h10.csv').replace(from, to), rows('fed-usd-jpy'));
      expect(points).toEqual([]);
      expect(faults).toEqual([expect.stringMatching(/^RXI_N\.B\.JA is .* expected USD\/JPY × 1$/)]);
    }
    const valet = fixture('valetRates.json').replace('USD/CAD', 'CAD/USD');
    expect(read('valetJson', valet).faults).toEqual(["FXUSDCAD is 'CAD/USD'; expected USD/CAD"]);
  });

  it('costs nothing: the labels that the Federal Reserve wrote until 2021', () => {
    const old = fixture('h10.csv')
      .replace('"EUR","GBP","JPY"', '"USD","USD","JPY"')
      .replace('"Unique Identifier:"', '"Unique Identifier: "');
    expect(read('h10Csv', old)).toEqual({ points: CASES.h10Csv.points, faults: [] });
  });

  it('is told in the words of the publisher: an unknown series of the Bank of Canada', () => {
    const answer = '{"message": "Series FXTWDCAD not found.", "docs": "https://www.bankofcanada.ca/valet/docs"}';
    expect(() => read('valetJson', answer)).toThrow(
      "Bank of Canada: it answers 'Series FXTWDCAD not found.'; open https",
    );
  });
});

describe('a file without values', () => {
  it('is refused, but for the feed of the Treasury in the first days of a year', () => {
    expect(() => read('ecbXml', fixture('ecbDaily.xml').replace(/<Cube time[\s\S]*?<\/Cube>/, ''))).toThrow('no day');
    expect(() => read('nyFedJson', '{"refRates": []}')).toThrow('refRates is empty');
    expect(() => read('boeCsv', 'DATE,IUDBEDR\n')).toThrow('no row of values');
    const empty = fixture('treasury.xml').replace(/<entry>[\s\S]*<\/entry>/, '');
    expect(read('treasuryXml', empty)).toEqual({ points: [], faults: [] });
    expect(() => read('treasuryXml', empty.replace('YieldCurveRate', 'BillRate'))).toThrow('DailyTreasuryBillRateData');
  });
});

describe('XML', () => {
  const around = (inside: string) => fixture('ecbDaily.xml').replace('<Cube>', `${inside}<Cube>`);

  it.each([
    ['a document type', `<!DOCTYPE x [<!ENTITY a "1">]>${fixture('ecbDaily.xml')}`],
    ['tags that cross', around('<a><b></a></b>')],
    ['a tag that closes nothing', around('</b>')],
    ['a second root', `${fixture('ecbDaily.xml')}<x/>`],
    ['text after the root', `${fixture('ecbDaily.xml')}x`],
    ['an attribute without quotation marks', around('<a b=1/>')],
    ['a comment without an end', around('<!-- ')],
    ['tags without end', `${'<a>'.repeat(100_000)}`],
  ])('with %s is refused', (_, text) => {
    expect(() => read('ecbXml', text)).toThrow(/^European Central Bank: line \d+ of the file: /);
  });
});
