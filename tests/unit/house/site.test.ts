import { describe, expect, it } from 'vitest';
import { DEFAULT_LOCALE, LOCALE_IDS } from '../../../src/i18n/locales.ts';
import { readSettings, type Settings } from '../../../src/site.ts';

const HTTP = [
  'IP_LOOKUP_URL',
  'UPLOAD_URL',
  'LOGIN_URL',
  'SIGNUP_URL',
  'SUPPORT_URL',
  'APP_STORE_URL',
  'PLAY_STORE_URL',
] as const satisfies (keyof Settings)[];
const SOCKETS = ['SOCIAL_SOCKET_URL', 'MARKET_SOCKET_URL'] as const satisfies (keyof Settings)[];
const NAMES = ['SITE_URL', 'LOCALES', 'API_BASE', 'VITALS_SHARE', ...HTTP, ...SOCKETS];

/** The error message for an environment. Fails the test if there is none. */
function faultOf(env: Record<string, string>): string {
  try {
    readSettings(env);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error(`${JSON.stringify(env)} was accepted`);
}

const NO_ADDRESS = [
  'example.com',
  'https://',
  'x',
  '/path',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'https//x.com',
];

describe('readSettings', () => {
  it('is local and complete where nothing is set, and names no other origin', () => {
    expect(readSettings({})).toEqual({
      SITE_URL: 'http://localhost:4321',
      LOCALES: LOCALE_IDS,
      API_BASE: '',
      VITALS_SHARE: 0,
    });
  });

  it('takes an address, same-origin or none as API_BASE', () => {
    expect(readSettings({ API_BASE: 'same-origin' }).API_BASE).toBe('');
    expect(readSettings({ API_BASE: 'none' }).API_BASE).toBeUndefined();
    expect(readSettings({ API_BASE: 'https://api.example.com' }).API_BASE).toBe('https://api.example.com');
    expect(readSettings({ API_BASE: 'http://localhost:8080/base//' }).API_BASE).toBe('http://localhost:8080/base');
  });

  it('takes as STATUS_URL where a folder is served, without a slash at its end', () => {
    expect(readSettings({ STATUS_URL: 'https://a.example/status/' }).STATUS_URL).toBe('https://a.example/status');
    expect(faultOf({ STATUS_URL: 'https://a.example/?x' })).toContain("STATUS_URL='https://a.example/?x' must be");
    for (const wrong of NO_ADDRESS) expect(faultOf({ STATUS_URL: wrong })).toContain('STATUS_URL=');
  });

  it('takes a share from 0 to 1 as VITALS_SHARE', () => {
    const shares = ['0', '1', '0.05', '.5'].map((text) => readSettings({ VITALS_SHARE: text }).VITALS_SHARE);
    expect(shares).toEqual([0, 1, 0.05, 0.5]);
    for (const text of ['1.1', '-1', '5%', '1e-3', '0,5']) {
      expect(faultOf({ VITALS_SHARE: text })).toContain(`VITALS_SHARE='${text}' must be a share from 0 to 1`);
    }
  });

  it('ignores what is no setting', () => {
    expect(readSettings({ PATH: '/bin', API_BASE_: 'x', api_base: 'x' })).toEqual(readSettings({}));
  });

  it.each(NAMES)('takes an empty %s as unset', (name) => {
    for (const empty of ['', ' ', '\n', undefined]) expect(readSettings({ [name]: empty })).toEqual(readSettings({}));
  });

  it.each(HTTP)('takes an http or https address as %s, as it is', (name) => {
    for (const url of ['https://a.example', 'http://localhost:8080/', 'https://a.example/x/y?z=1']) {
      expect(readSettings({ [name]: ` ${url} ` })[name]).toBe(url);
    }
  });

  it.each(SOCKETS)('takes a socket address as %s', (name) => {
    for (const url of ['wss://a.example', 'ws://localhost:8080/x'])
      expect(readSettings({ [name]: url })[name]).toBe(url);
  });

  it('takes an origin as SITE_URL, without its slash', () => {
    expect(readSettings({ SITE_URL: 'https://www.example.com/' }).SITE_URL).toBe('https://www.example.com');
    expect(readSettings({ SITE_URL: 'https://WWW.Example.com:443' }).SITE_URL).toBe('https://www.example.com');
  });

  it('takes locales in any order, and gives them once each in the order of the table', () => {
    expect(readSettings({ LOCALES: DEFAULT_LOCALE }).LOCALES).toEqual([DEFAULT_LOCALE]);
    expect(readSettings({ LOCALES: 'en-US, ja' }).LOCALES).toEqual(['en-US', 'ja']);
    expect(readSettings({ LOCALES: 'cn,en-US,ja,cn' }).LOCALES).toEqual(['en-US', 'ja', 'cn']);
  });

  const wrong: [string, string][] = [
    ...(['API_BASE', ...HTTP] as const).flatMap((name) =>
      [...NO_ADDRESS, 'wss://a.example'].map((value): [string, string] => [name, value]),
    ),
    ...SOCKETS.flatMap((name) => [...NO_ADDRESS, 'https://a.example'].map((value): [string, string] => [name, value])),
    ...[...NO_ADDRESS, 'https://a.example/path', 'https://a.example/?q', 'https://a.example/#f', 'wss://a.example'].map(
      (value): [string, string] => ['SITE_URL', value],
    ),
    ...(['SITE_URL', 'API_BASE', ...HTTP] as const).flatMap((name) =>
      ['https://name:word@a.example', 'https://name@a.example'].map((value): [string, string] => [name, value]),
    ),
    ...['https://a.example/v1?key=x', 'https://a.example#x'].map((value): [string, string] => ['API_BASE', value]),
    ...['ja', 'en-US,de', 'en-us', 'en-US,', 'en-US ja', 'en-US,__proto__'].map((value): [string, string] => [
      'LOCALES',
      value,
    ]),
  ];
  it.each(wrong)('refuses %s=%s in one line that says both', (name, value) => {
    const fault = faultOf({ [name]: value });
    expect(fault).toMatch(/^Wrong configuration: /);
    expect(fault).toContain(`${name}='${value}'`);
    expect(fault).not.toContain('\n');
    for (const other of NAMES.filter((one) => one !== name)) expect(fault).not.toContain(`${other}=`);
  });

  it('names all that are wrong at once, and none that is right', () => {
    const fault = faultOf({
      SITE_URL: 'nowhere',
      API_BASE: 'ftp://a.example',
      MARKET_SOCKET_URL: 'https://a.example',
      LOCALES: 'ja',
      LOGIN_URL: 'https://id.example.com',
    });
    for (const name of ['SITE_URL', 'API_BASE', 'MARKET_SOCKET_URL', 'LOCALES']) expect(fault).toContain(`${name}='`);
    expect(fault).not.toContain('LOGIN_URL');
    expect(fault).not.toContain('\n');
  });

  it.each(['API_BASE', ...HTTP, ...SOCKETS])(
    'refuses white space inside %s, which would break the rules made of it',
    (name) => {
      const scheme = (SOCKETS as readonly string[]).includes(name) ? 'wss' : 'https';
      for (const gap of [' ', '\n', '\t']) {
        const fault = faultOf({ [name]: `${scheme}://a.example/x${gap}y` });
        expect(fault).toContain(name);
        expect(fault).not.toContain('\n');
      }
    },
  );
});
