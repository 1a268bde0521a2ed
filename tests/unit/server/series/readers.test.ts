/** The readers of publishers' files, on files made to the documented formats (tests/fixtures/series). */
import { describe, expect, it } from 'vitest';
import {
  addressAt,
  SERIES_FORMATS,
  type SeriesFormat,
  type SeriesRow,
} from '../../../../src/catalogue/officialSeries.ts';
import { CASES, fixture, read, rows } from '../../../helpers/feeds/seriesFiles.ts';

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
});

describe('a single fault costs one value, and is named with its place', () => {
  it.each<[SeriesFormat, string, string, string, string]>([
    ['ecbXml', 'a comma', "181.30'", "181,30'", "line 11: JPY of 2026-11-20 is '181,30'"],
    ['ecbXml', 'grouping', '19204.66', '19 204.66', "line 13: IDR of 2026-11-20 is '19 204.66'"],
    ['ecbXml', 'zero', '1.1520', '0.0000', "line 10: USD of 2026-11-20 is '0.0000'; expected a number above 0"],
    ['ecbXml', 'a negative rate', '1.1520', '-1.1520', "is '-1.1520'; expected a number above 0"],
    ['ecbXml', 'an exponent', '1.1520', '1e0', "USD of 2026-11-20 is '1e0'"],
    ['fedXml', 'a comma', '157.3100', '157,3100', "entry 3: RXI_N.B.JA of 2026-11-12 is '157,3100'"],
    ['fedXml', 'the mark of a holiday as a price', '"157.3100"', '"-9999"', "is '-9999'; expected a number above 0"],
    [
      'fedXml',
      'no day',
      '1.1533" TIME_PERIOD="2026-11-12',
      '1.1533" TIME_PERIOD="12.11.2026',
      "'12.11.2026' is no day",
    ],
    ['fedXml', 'an unknown status', '"A" OBS_VALUE="1.1533"', '"Z" OBS_VALUE="1.1533"', "has the status 'Z'"],
    ['fedXml', 'no value', ' OBS_VALUE="1.1533"', '', "RXI$US_N.B.EU of 2026-11-12 is 'nothing'"],
    ['ecbXml', 'no value', " rate='1.1520'", '', "line 10: USD of 2026-11-20 is 'nothing'"],
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
      ['"RXI_N.B.JA" UNIT="Currency" UNIT_MULT="1"', '"RXI_N.B.JA" UNIT="Currency" UNIT_MULT="0.01"'],
      ['"RXI_N.B.JA" UNIT="Currency" UNIT_MULT="1"', '"RXI_N.B.JA" UNIT="Currency"'],
      ['CURRENCY="JPY"', 'CURRENCY="KRW"'],
    ] as const) {
      const { points, faults } = read('fedXml', fixture('h10.xml').replace(from, to), rows('fed-usd-jpy'));
      expect(points).toEqual([]);
      expect(faults).toEqual([expect.stringMatching(/^RXI_N\.B\.JA is .* expected USD\/JPY × 1$/)]);
    }
    const valet = fixture('valetRates.json').replace('USD/CAD', 'CAD/USD');
    expect(read('valetJson', valet).faults).toEqual(["FXUSDCAD is 'CAD/USD'; expected USD/CAD"]);
  });

  it('costs nothing: the labels that the Federal Reserve wrote until 2021', () => {
    const old = fixture('h10.xml')
      .replace('CURRENCY="EUR"', 'CURRENCY="USD"')
      .replaceAll('"Currency"', '"Currency:_Per_EUR"');
    expect(read('fedXml', old)).toEqual({ points: CASES.fedXml.points, faults: [] });
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
