import { extname } from 'node:path';
import { contentFiles } from '../../../catalogue/content.ts';
import { suggestion } from '../../../catalogue/problem.ts';
import { isLocale, LOCALE_IDS } from '../../../i18n/locales.ts';
import type { Rule } from '../rule.ts';

const ROOMS = ['pages', 'notices', 'news', 'support', 'mail'];
const IN_LOCALE = ['ui.json', 'server.json', ...ROOMS];
const AT_TOP = [
  'README.md',
  'apiChanges.yml',
  'blockedWords.yml',
  'conformance.json',
  'conformance.yml',
  'dictionary.yml',
  'exchanges.yml',
  'facts.yml',
  'glossary.yml',
  'incidents.yml',
  'jurisdictions.yml',
  'offers.yml',
  'operator.yml',
  'permissions.yml',
  'publicHolidays.json',
  'redirects.json',
  'routes.json',
  'series.yml',
  'sources.opml',
  'wording.yml',
];
/** The name of a news item, which is its address. */
const ITEM = /^[a-z\d]+(-[a-z\d]+)*\.mdx$/;

/** Every file is at a place and under a name where something reads it. */
export const file: Rule = {
  name: 'file',
  checks: ({ dir }) => ({
    folder(reportIn) {
      for (const path of contentFiles(dir)) {
        const fault = faultOf(path);
        if (fault) reportIn(path)(1, ...fault);
      }
    },
  }),
};

/** What is wrong, what is expected, and the remedy; null if nothing is wrong. */
function faultOf(path: string): [what: string, expected: string, remedy: string] | null {
  const [top = '', room = '', ...rest] = path.split('/');
  const unread = 'nothing reads this file';
  if (!room) {
    if (AT_TOP.includes(top)) return null;
    return [unread, `a file such as ${AT_TOP.slice(1, 4).join(', ')}`, suggestion(top, AT_TOP)];
  }
  if (top === 'data') return null; // The rule for series knows its files.
  if (!isLocale(top)) return [unread, 'the folder of a language', suggestion(top, LOCALE_IDS)];
  if (!IN_LOCALE.includes(room)) return [unread, IN_LOCALE.join(', '), suggestion(room, IN_LOCALE)];
  if (rest.length === 0 && ROOMS.includes(room)) return [unread, `a folder ${room}`, 'make it a folder'];
  if (room === 'mail' || rest.length === 0) return null; // The rules for mails and messages know their files.
  const name = rest.at(-1) ?? '';
  if (extname(name) !== '.mdx') {
    return [unread, 'a file whose name ends with .mdx', `remove it, or rename it to ${name.replace(/\..*$/, '')}.mdx`];
  }
  if (room === 'news' && rest.length > 1) {
    return ['a news item in a folder has no address', `${top}/news/${name}`, `move it to ${top}/news`];
  }
  if (room === 'news' && !ITEM.test(name)) {
    const expected = 'small letters, digits and hyphens, such as 2026-11-opening.mdx';
    return ['its name is no address of a news item', expected, 'rename the file'];
  }
  if (room === 'notices' && rest.length > 1) return [unread, `${top}/notices/${name}`, `move it to ${top}/notices`];
  return null;
}
