import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { country as countryShape } from '../../../../src/contract/all.ts';
import { countryName } from '../../../../src/i18n/countries.ts';
import { LOCALE_IDS, type Locale } from '../../../../src/i18n/locales.ts';
import { callerIp, callerNetwork, isNowhere, normalizeIp } from '../../../../src/server/geo/addresses.ts';
import { countries, findCountry } from '../../../../src/server/geo/countries.ts';
import { createLocator, describePlace, foundByCdn } from '../../../../src/server/geo/location.ts';
import type { LogEntry } from '../../../../src/server/log.ts';
import { localeOf } from '../../../../src/server/messages.ts';

describe('countries', () => {
  it('are the 249 of ISO 3166-1, each once', () => {
    expect(countries).toHaveLength(249);
    expect(new Set(countries.map(({ id }) => id)).size).toBe(249);
    expect(new Set(countries.map(({ code }) => code)).size).toBe(249);
    for (const country of countries) expect(v.is(countryShape, country), country.code).toBe(true);
  });

  it('have the numbers that Unicode has for their codes', () => {
    // ICU knows UN M.49, the source of the ISO numbers: region 392 and JP have the same name.
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    for (const { id, code } of countries) {
      const number = String(id).padStart(3, '0');
      expect(names.of(number) ?? names.of(new Intl.Locale(`und-${number}`).region ?? ''), code).toBe(names.of(code));
    }
  });

  it('have a name in every locale, and none is its code', () => {
    for (const { code, names } of countries) {
      expect(Object.keys(names)).toEqual(LOCALE_IDS);
      for (const name of Object.values(names)) expect(name, code).not.toMatch(/^[A-Z]{2}$|^$/);
    }
  });

  it.each([
    ['TW', ['Taiwan', 'Taiwan', '台湾', '台灣', '台湾']],
    ['HK', ['Hong Kong', 'Hong Kong', '香港', '香港', '香港']],
    ['MO', ['Macao', 'Macao', 'マカオ', '澳門', '澳门']],
    ['PS', ['Palestine', 'Palestine', 'パレスチナ', '巴勒斯坦', '巴勒斯坦']],
    ['GB', ['United Kingdom', 'United Kingdom', 'イギリス', '英國', '英国']],
    ['CI', ['Côte d’Ivoire', 'Côte d’Ivoire', 'コートジボワール', '象牙海岸', '科特迪瓦']],
  ])('%s is called %j', (code, names) => {
    expect(Object.values(findCountry(code)?.names ?? {})).toEqual(names);
  });

  it.each([
    ['JP', 392, '+81', 'JPY'],
    ['US', 840, '+1', 'USD'],
    ['AF', 4, '+93', 'AFN'],
    ['BG', 100, '+359', 'EUR'],
    ['HR', 191, '+385', 'EUR'],
    ['CW', 531, '+599', 'XCG'],
    ['ZW', 716, '+263', 'ZWG'],
    ['AQ', 10, null, null],
  ])('%s is %i, %s, %s', (code, id, dialCode, currency) => {
    expect(findCountry(code)).toMatchObject({ id, dialCode, currency });
  });

  it('have currencies that exist', () => {
    const names = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });
    for (const { code, currency } of countries) if (currency) expect(names.of(currency), code).toBeTruthy();
  });

  it('are found by number, with or without leading zeros, and by code in any case', () => {
    for (const id of ['004', '4', 'AF', 'af', 'Af']) expect(findCountry(id)?.code, id).toBe('AF');
    for (const id of ['XK', 'ZZ', '999', '0', '']) expect(findCountry(id), id).toBeUndefined();
  });

  it('has names beside ISO, and none for what is no code', () => {
    expect(countryName('XK', 'en-US')).toBe('Kosovo');
    for (const code of ['', 'X', 'QQ', '12', 'jp', 'JPN', '__proto__'])
      expect(countryName(code, 'ja'), code).toBeNull();
  });
});

describe('addresses', () => {
  it.each([
    ['8.8.8.8', '8.8.8.8'],
    ['::ffff:8.8.8.8', '8.8.8.8'],
    ['::FFFF:808:808', '8.8.8.8'],
    ['0:0:0:0:0:ffff:0808:0808', '8.8.8.8'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::', '::'],
    ['::8.8.8.8', '::808:808'],
    ['8.8.8', null],
    ['08.8.8.8', null],
    ['8.8.8.8%eth0', null],
    ['256.1.1.1', null],
    ['1.2.3.4.5', null],
    ['2001:db8', null],
    [':::', null],
    ['[::1]', null],
    ['127.0.0.1/8', null],
    ['example.com', null],
    ['', null],
    [' 8.8.8.8', null],
  ])('%s is written %s', (text, normal) => {
    expect(normalizeIp(text)).toBe(normal);
  });

  it.each([
    ['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fdff::1'], // private
    ['127.0.0.1', '127.255.0.1', '::1', '0.0.0.0', '::'], // loopback
    ['169.254.1.1', 'fe80::1', 'febf::1'], // link-local
    ['100.64.0.1', '100.127.255.255'], // CGNAT
    ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'], // documentation
    ['224.0.0.1', '255.255.255.255', 'ff02::1'], // multicast, broadcast
  ])('%s and others are nowhere', (...ips) => {
    for (const ip of ips) expect(isNowhere(ip), ip).toBe(true);
  });

  it.each(['9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '172.15.0.1', '172.32.0.1', '192.0.3.1'])(
    '%s is somewhere',
    (ip) => expect(isNowhere(ip)).toBe(false),
  );

  it.each([
    // No proxy is trusted: the header is ignored.
    ['198.51.100.7', '1.2.3.4', 0, '198.51.100.7'],
    ['::ffff:198.51.100.7', undefined, 0, '198.51.100.7'],
    // One proxy: it wrote the last entry; earlier entries came from outside.
    ['10.0.0.1', '203.0.113.9', 1, '203.0.113.9'],
    ['10.0.0.1', '1.2.3.4, 203.0.113.9', 1, '203.0.113.9'],
    ['10.0.0.1', '1.2.3.4,evil, 203.0.113.9', 1, '203.0.113.9'],
    // Two proxies.
    ['10.0.0.1', '1.2.3.4, 203.0.113.9, 10.0.0.2', 2, '203.0.113.9'],
    // The request did not pass all proxies: our outermost proxy did not write the entry.
    ['198.51.100.7', '203.0.113.9', 2, '198.51.100.7'],
    ['198.51.100.7', undefined, 1, '198.51.100.7'],
    ['198.51.100.7', '', 1, '198.51.100.7'],
    ['198.51.100.7', 'unknown', 1, '198.51.100.7'],
    ['198.51.100.7', '203.0.113.9, ', 1, '198.51.100.7'],
    // The ways in which proxies write an address.
    ['10.0.0.1', '203.0.113.9:4711', 1, '203.0.113.9'],
    ['10.0.0.1', '[2001:DB8::9]:4711', 1, '2001:db8::9'],
    ['10.0.0.1', '[2001:db8::9]', 1, '2001:db8::9'],
    ['10.0.0.1', '2001:db8::9', 1, '2001:db8::9'],
    ['10.0.0.1', '::ffff:203.0.113.9', 1, '203.0.113.9'],
  ])('from %s with X-Forwarded-For "%s" behind %i proxies calls %s', (peer, header, hops, ip) => {
    expect(callerIp(peer, header, hops)).toBe(ip);
  });

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['1::', '1:0:0:0'],
  ])('%s counts as %s', (ip, network) => {
    expect(callerNetwork(ip)).toBe(network);
  });
});

describe('locations', () => {
  const entries: LogEntry[] = [];
  const locate = createLocator((entry) => entries.push(entry));

  it('finds IPv4 and IPv6 addresses in the database of the package', async () => {
    expect(await locate('133.11.0.1')).toMatchObject({ countryCode: 'JP', city: expect.any(String) });
    expect(await locate('2001:200::1')).toMatchObject({ countryCode: 'JP', city: expect.any(String) });
    expect(await locate('8.8.8.8')).toMatchObject({ countryCode: 'US', region: 'California' });
    expect(entries).toEqual([]);
  });

  it.each(['10.0.0.1', '127.0.0.1', '100.64.0.1', '192.0.2.1', 'fe80::1', '::1', '2001:db8::1', '4000::1'])(
    'does not find %s',
    async (ip) => expect(await locate(ip)).toBeNull(),
  );

  it('leaves the part of town out', async () => {
    for (let first = 1; first < 224; first++) {
      const found = await locate(`${first}.37.81.9`);
      if (found?.city) expect(found.city).toMatch(/^[^(]+[^( ]$/);
    }
  });

  describe('without the package, or with a broken file', () => {
    let folder: string;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'finger-geo-'));
      await writeFile(join(folder, 'broken.mmdb'), 'no such database');
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    it('finds nothing and says so once', async () => {
      const noted: LogEntry[] = [];
      const absent = createLocator(
        (entry) => noted.push(entry),
        () => {
          throw Object.assign(new Error('Cannot find module /home/someone'), { code: 'MODULE_NOT_FOUND' });
        },
      );
      const broken = createLocator(
        (entry) => noted.push(entry),
        () => join(folder, 'broken.mmdb'),
      );
      for (const of of [absent, broken]) {
        noted.length = 0;
        expect(await Promise.all(['8.8.8.8', '1.1.1.1', '8.8.4.4'].map(of))).toEqual([null, null, null]);
        expect(noted).toMatchObject([{ level: 'error', event: 'no locations of ipv4 addresses' }]);
        expect(JSON.stringify(noted)).not.toContain('someone');
      }
    });
  });

  it.each<[string, string, Locale, string]>([
    ['JP', 'Tokyo', 'ja', '東京'],
    ['JP', 'Tokyo', 'en-GB', 'Tokyo'],
    ['BR', 'Sao Paulo', 'tw', '聖保羅'],
    ['BR', 'Sao Paulo', 'en-US', 'São Paulo'],
    ['DE', 'Frankfurt am Main', 'cn', '法兰克福'],
    ['SG', 'Singapore', 'ja', 'シンガポール'],
    ['HK', 'Hong Kong', 'cn', '香港'],
    ['MC', 'Monaco', 'tw', '摩納哥'],
    // Another city with the same name
    ['US', 'Vienna', 'ja', 'Vienna'],
    ['JP', 'Chiyoda City', 'ja', 'Chiyoda City'],
  ])('%s %s in %s is %s', (countryCode, city, locale, name) => {
    expect(describePlace({ countryCode, city }, locale).city).toBe(name);
  });

  it('answers nulls where it knows nothing', () => {
    const nulls = { city: null, country: null, countryCode: null, region: null };
    expect(describePlace(null, 'ja')).toEqual(nulls);
    expect(describePlace({ countryCode: 'QQ', city: 'Nowhere' }, 'ja')).toEqual(nulls);
    expect(describePlace({ countryCode: 'XK' }, 'ja')).toEqual({ ...nulls, country: 'コソボ', countryCode: 'XK' });
  });

  it.each([
    ['JP', 'Tokyo', { countryCode: 'JP', city: 'Tokyo' }],
    ['jp', undefined, { countryCode: 'JP' }],
    ['BR', 'S%C3%A3o%20Paulo', { countryCode: 'BR', city: 'São Paulo' }],
    ['BR', Buffer.from('São Paulo').toString('latin1'), { countryCode: 'BR', city: 'São Paulo' }],
    ['BR', 'S\u00e3o Paulo', { countryCode: 'BR', city: 'São Paulo' }],
    ['XX', 'Tokyo', null],
    ['T1', undefined, null],
    ['', 'Tokyo', null],
    [undefined, 'Tokyo', null],
    ['JP', '100%', { countryCode: 'JP', city: '100%' }],
  ])('believes a CDN that says %s, %s', (country, city, found) => {
    expect(foundByCdn(country, city)).toEqual(found);
  });
});

describe('the language of a caller', () => {
  it.each<[string | undefined, Locale]>([
    [undefined, 'en-US'],
    ['', 'en-US'],
    ['*', 'en-US'],
    ['ja', 'ja'],
    ['ja-JP', 'ja'],
    ['JA', 'ja'],
    ['zh', 'cn'],
    ['zh-CN', 'cn'],
    ['zh-SG', 'cn'],
    ['zh-Hans', 'cn'],
    ['zh-Hans-TW', 'cn'],
    ['zh-TW', 'tw'],
    ['zh-HK', 'tw'],
    ['zh-MO', 'tw'],
    ['zh-Hant', 'tw'],
    ['zh-Hant-CN', 'tw'],
    ['en', 'en-US'],
    ['en-GB', 'en-GB'],
    ['en-AU', 'en-US'],
    ['fr', 'en-US'],
    ['fr, ja', 'ja'],
    ['en;q=0.5, ja;q=0.9', 'ja'],
    ['ja;q=0, zh-TW', 'tw'],
    ['fr-CH, fr;q=0.9, en-GB;q=0.8, ja;q=0.7', 'en-GB'],
    ['ja; q=0.1 , en-GB ;q=0.2', 'en-GB'],
    ['ja;q=nonsense, zh', 'ja'],
    ['x'.repeat(5000), 'en-US'],
    [`${'fr,'.repeat(3000)}ja`, 'en-US'],
    ['tw', 'en-US'],
    ['../../ja', 'en-US'],
  ])('with Accept-Language "%.40s" is %s', (header, locale) => {
    expect(localeOf(header)).toBe(locale);
  });

  it('has every message of the server: sentences with a full stop of their own, names and headlines without', () => {
    const read = (locale: Locale) =>
      JSON.parse(readFileSync(`content/${locale}/server.json`, 'utf8')) as Record<string, string>;
    const english = read('en-US');
    const keys = Object.keys(english);
    for (const locale of ['ja', 'tw', 'cn'] as const) {
      expect(Object.keys(read(locale)), locale).toEqual(keys);
      for (const [key, message] of Object.entries(read(locale))) {
        expect(message, `${locale} ${key}`).toMatch(english[key]?.endsWith('.') ? /[^.。]。$/ : /[^.。]$/);
      }
    }
    for (const [key, message] of Object.entries(read('en-GB'))) {
      expect(keys).toContain(key);
      expect(message).not.toBe(english[key]);
    }
  });
});
