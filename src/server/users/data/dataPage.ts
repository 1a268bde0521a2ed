/** A user's data as a page that they can read without us: one file, no script, everything escaped. */
import { countryName } from '../../../i18n/countries.ts';
import { LOCALES, type Locale } from '../../../i18n/locales.ts';
import { lookUp } from '../../../lookUp.ts';
import { COMPANY } from '../../../site.ts';
import { dictionary } from '../../dictionary.ts';
import { escaped } from '../../mail/render.ts';
import { serverMessage } from '../../messages.ts';
import { timeIn } from '../mails.ts';
import { DATA_WORDS, VALUE_WORDS } from './dataWords.ts';

const STYLE = [
  'body{font-family:system-ui,sans-serif;line-height:1.6;max-width:50em;margin:2em auto;padding:0 1em}',
  'dl{display:grid;grid-template-columns:minmax(8em,1fr) 2fr;gap:.2em 1em;margin:0 0 1.5em}',
  'dt{color:#555}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}dl dl{margin:0}',
].join('');
/** Should a browser read something of the user's as a script after all, it does not run. */
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const entries = new Map(dictionary.map(({ key, names }) => [key, names]));

/** The page. `data` is that of ownData.ts. */
export function dataPage(data: Readonly<Record<string, unknown>>, locale: Locale): string {
  const say = (key: Parameters<typeof serverMessage>[0]) => escaped(serverMessage(key, locale));
  const label = (name: string, of = '') => {
    const key = lookUp(DATA_WORDS, `${of}.${name}`) ?? lookUp(DATA_WORDS, name);
    return key ? say(key) : escaped(name);
  };
  const plain = (name: string, value: string, of: string): string => {
    const key = lookUp(lookUp(VALUE_WORDS, `${of}.${name}`) ?? lookUp(VALUE_WORDS, name) ?? {}, value);
    if (key) return say(key);
    if (name === 'country' || name === 'markets') return escaped(countryName(value, locale) ?? value);
    if (INSTANT.test(value)) return escaped(timeIn(locale, new Date(value)));
    if (/^data:image\/webp;base64,[\w+/=]+$/.test(value)) return `<img src="${value}" alt="">`;
    return escaped(entries.get(value)?.[locale] ?? value);
  };
  /** HTML of a value below the name `of`; '' if it is empty, and its row is then left out. */
  const shown = (name: string, value: unknown, of: string): string => {
    if (value === null || value === undefined || value === '') return '';
    if (typeof value === 'boolean') return say(value ? 'server.data.yes' : 'server.data.no');
    if (value instanceof Date) return escaped(timeIn(locale, value));
    if (Array.isArray(value)) {
      const items = value.map((element) => shown(name, element, of)).filter(Boolean);
      return value.every((element) => typeof element === 'string') ? items.join(', ') : items.join('\n');
    }
    if (typeof value === 'object') return listed(value, name);
    return plain(name === 'value' ? of : name, String(value), of);
  };
  const listed = (of: object, name: string): string => {
    const rows = Object.entries(of)
      .map(([key, value]) => [key, shown(key, value, name)] as const)
      .filter(([, text]) => text !== '')
      .map(([key, text]) => `<dt>${label(key, name)}</dt><dd>${text}</dd>`);
    return rows.length > 0 ? `<dl>${rows.join('\n')}</dl>` : '';
  };
  const { madeAt, ...parts } = data;
  const title = `${say('server.data.title')} – ${escaped(COMPANY)}`;
  return [
    `<!doctype html><html lang="${LOCALES[locale].lang}"><head><meta charset="utf-8"><title>${title}</title>`,
    '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}"><style>${STYLE}</style></head><body>`,
    `<h1>${title}</h1><p>${say('server.data.madeAt')}: ${shown('madeAt', madeAt, '')}</p>`,
    ...Object.entries(parts).map(
      ([name, value]) => `<h2>${label(name)}</h2>\n${shown(name, value, '') || `<p>${say('server.data.nothing')}</p>`}`,
    ),
    '</body></html>\n',
  ].join('\n');
}
