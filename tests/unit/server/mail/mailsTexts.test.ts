/** The texts of mails in every language, filled in as plain text and HTML. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readKnown } from '../../../../src/authoring/checks/rule.ts';
import { mail } from '../../../../src/authoring/checks/table/mail.ts';
import { MAIL_NAMES, MAILS, type MailName, placeholdersOf, readMails } from '../../../../src/catalogue/mails.ts';
import { LOCALE_IDS, LOCALES } from '../../../../src/i18n/locales.ts';
import { renderMail } from '../../../../src/server/mail/render.ts';
import { COMPANY } from '../../../../src/site.ts';
import { contentTree } from '../../../helpers/content/contentTree.ts';

const SITE = 'https://www.example.com';
const PATH = '/support/question/FQ-1#hidden';
const HOSTILE = `<script>alert("1")</script> & {company} $& 'x'`;
const texts = readMails();
/** A value that says which placeholder it is for. */
const valuesOf = (name: MailName, make = (one: string) => `the ${one}`) =>
  Object.fromEntries(placeholdersOf(name).map((one) => [one, make(one)]));
const render = (name: MailName, locale: (typeof LOCALE_IDS)[number], values: Record<string, string>) =>
  renderMail(texts(name, locale), { locale, path: PATH, values }, SITE);

describe.each(LOCALE_IDS)('in %s', (locale) => {
  it.each(MAIL_NAMES)('%s says all its values, in text and HTML', (name) => {
    const values = valuesOf(name);
    const { subject, text, html } = render(name, locale, values);
    const address = `${SITE}${LOCALES[locale].prefix}${PATH}`;
    const { company: _, address: __, ...own } = values;
    for (const said of [...Object.values(own), COMPANY, address]) {
      expect(text).toContain(said);
      expect(html).toContain(said);
    }
    expect(html).toContain(`<a href="${address}">${address}</a>`);
    expect(html).toContain(`<html lang="${LOCALES[locale].lang}">`);
    expect(html).toContain(`<title>${subject}</title>`);
    for (const shown of [subject, text, html]) expect(shown).not.toMatch(/[{}]|undefined/);
    expect(subject).toContain(values.reference ?? COMPANY);
  });

  const filled = MAIL_NAMES.filter((name) => MAILS[name].length > 0);
  it.each(filled)('%s shows values as they are, and no HTML in them counts', (name) => {
    const { text, html } = render(
      name,
      locale,
      valuesOf(name, () => HOSTILE),
    );
    expect(text).toContain(HOSTILE);
    expect(html).not.toContain('<script>');
    expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; {company} $&amp;');
  });
});

it('British readers get the American text where there is no British one, others their own', () => {
  expect(texts('applicationReceived', 'en-GB')).toEqual(texts('applicationReceived', 'en-US'));
  const subjects = LOCALE_IDS.map((locale) => texts('applicationReceived', locale).subject);
  expect(new Set(subjects).size).toBe(LOCALE_IDS.length - 1);
});

it('a paragraph without words is left out, and a line break in a value is one in the mail', () => {
  const values = { reference: 'FQ-1', answerTime: '' };
  const without = render('questionReceived', 'en-US', values);
  const and = render('questionReceived', 'en-US', { ...values, answerTime: 'Within a day.\nOr two.' });
  expect(and.text.split('\n\n')).toHaveLength(without.text.split('\n\n').length + 1);
  expect(and.html).toContain('<p>Within a day.<br>Or two.</p>');
  expect(without.html).not.toContain('<p></p>');
});

it('a subject is one line', () => {
  expect(render('applicationReceived', 'ja', { reference: 'FA\r\nBcc: x@example.com' }).subject).not.toMatch(/[\r\n]/);
});

it('a missing text is a problem of the content in every language but British, and the server does not start without', () => {
  const tree = contentTree('content');
  for (const locale of ['en-US', 'ja', 'tw', 'cn']) tree.remove(`${locale}/mail/questionAnswered.md`);
  const told: string[] = [];
  mail.checks(readKnown(tree.dir)).folder?.((file) => () => told.push(file));
  expect(told.sort()).toEqual(['cn', 'en-US', 'ja', 'tw'].map((locale) => `${locale}/mail/questionAnswered.md`));
  expect(() => readMails(tree.dir)).toThrow('en-US/mail/questionAnswered.md');
  tree.write('en-US/mail/questionAnswered.md', readFileSync('content/en-US/mail/questionAnswered.md', 'utf8'));
  tree.edit('en-US/mail/questionAnswered.md', /^subject.*$/m, 'topic: "x"');
  expect(() => readMails(tree.dir)).toThrow('en-US/mail/questionAnswered.md has no subject');
});
