import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MAIL_NAMES, type MailName, mailFile, PLACEHOLDER, placeholdersOf } from '../../../catalogue/mails.ts';
import { type Report, suggestion } from '../../../catalogue/problem.ts';
import { LOCALE_IDS, LOCALES } from '../../../i18n/locales.ts';
import { type MailFile, readMail } from '../../reading/mailFiles.ts';
import type { Rule } from '../rule.ts';

/** Markdown that a mail would show as it is typed: headings, lists, emphasis, links, code, HTML. */
const MARKUP = /^(?:#{1,6}|[-*+]|\d+\.)(?= )|[*_`<>]|\]\(/m;

const inBraces = (name: string) => `{${name}}`;

/** Each mail has a text in every locale: a subject, paragraphs without markup, and all placeholders of the mail. */
export const mail: Rule = {
  name: 'mail',
  files: /\/mail\//,
  checks: ({ dir }) => ({
    folder(reportIn) {
      const known = MAIL_NAMES.map((name) => `${name}.md`);
      for (const locale of LOCALE_IDS) {
        const folder = `${locale}/mail`;
        const files = existsSync(join(dir, folder)) ? readdirSync(join(dir, folder)) : [];
        for (const file of files.filter((file) => !known.includes(file))) {
          reportIn(`${folder}/${file}`)(1, 'no mail has this text', 'the name of a mail', suggestion(file, known));
        }
        for (const name of MAIL_NAMES) {
          const translated = readMail(dir, locale, name);
          const report = reportIn(mailFile(locale, name));
          if (translated) checkMail(name, translated, report);
          else if (!LOCALES[locale].overlay) {
            report(1, 'the mail has no text', 'a text of every mail in every language', 'write it');
          }
        }
      }
    },
  }),
};

function checkMail(name: MailName, { frontMatter, fault, lineOf, body, bodyLine, passages }: MailFile, report: Report) {
  if (fault) {
    report(fault.line, `the front matter cannot be read: ${fault.reason}`, 'subject: "…"', fault.remedy, fault.mending);
    return;
  }
  const { subject, ...others } = frontMatter;
  if (typeof subject !== 'string' || !subject.trim()) {
    report(lineOf(['subject']), 'the mail has no subject', 'subject: "…"', 'write a few words after subject:');
  }
  for (const field of Object.keys(others)) {
    report(lineOf([field]), `unknown field '${field}'`, 'subject', 'remove the line');
  }
  const known = placeholdersOf(name);
  const expected = known.map(inBraces).join(' ');
  for (const { text, lineAt } of passages) {
    for (const { 1: found = '', index } of text.matchAll(PLACEHOLDER)) {
      if (known.includes(found)) continue;
      report(lineAt(index), `unknown placeholder {${found}}`, expected, suggestion(found, known, inBraces));
    }
    const markup = MARKUP.exec(text);
    if (markup) report(lineAt(markup.index), `markup ‘${markup[0]}’`, 'paragraphs of plain text', 'remove it');
  }
  for (const missing of known.filter((placeholder) => !body.includes(inBraces(placeholder)))) {
    report(bodyLine, `the text lacks {${missing}}`, expected, `put {${missing}} where the value belongs`);
  }
}
