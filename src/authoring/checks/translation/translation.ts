import { relative } from 'node:path';
import { byCommand, type CommandRemedy } from '../../../catalogue/problem.ts';
import { DEFAULT_LOCALE } from '../../../i18n/locales.ts';
import { lookUp } from '../../../lookUp.ts';
import { lineOfNode, plainText } from '../../reading/mdx.ts';
import { damagedLines, recordFile } from '../../translation/recordFiles.ts';
import type { TranslationStatus } from '../../translation/translations.ts';
import { commandName } from '../../translation/words.ts';
import { isCjk, type Rule } from '../rule.ts';

/** Five words of English in a row */
export const FOREIGN = /\p{Script=Latin}+(?:[\s,;:'’-]+\p{Script=Latin}+){4}/u;

/** True if a heading has no Japanese or Chinese letter, and has a word in lower case: names and abbreviations have none. */
const isEnglish = (words: string) =>
  !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(words) && /(?:^|[\s(])\p{Ll}{2,}/u.test(words);

/** A translation is in its language, and it is recorded from which English text it was made. */
export const translation: Rule = {
  name: 'translation',
  checks: ({ dir, isWhole, translations }) => ({
    page(page, report) {
      const { frontMatter, lineOf, nodes, locale, passages } = page;
      if (!isCjk(locale) || frontMatter.draft) return;
      const fields = ['title', 'heading'].map((field) => ({
        words: lookUp(frontMatter, field),
        line: lineOf([field]),
      }));
      const headings = nodes.flatMap(({ node }) =>
        node.type === 'heading' ? [{ words: plainText(node), line: lineOfNode(node) }] : [],
      );
      for (const { words, line } of [...fields, ...headings]) {
        if (typeof words !== 'string' || !isEnglish(words) || FOREIGN.test(words)) continue;
        report(line, `a heading in English: ‘${words}’`, 'the language of the folder', 'translate it');
      }
      for (const { text, lineAt } of passages) {
        const found = FOREIGN.exec(text);
        if (!found) continue;
        const what = `English words: ‘${found[0].slice(0, 40)}…’`;
        const remedy = 'translate them, or mark the page draft: true';
        report(lineAt(found.index), what, 'the language of the folder', remedy);
      }
    },
    folder(reportIn) {
      for (const status of translations()) {
        const fault = faultOf(status);
        // The syntax of either file is told elsewhere.
        const isCertain = ([DEFAULT_LOCALE, status.locale] as const).every(
          (locale) => !fault || isWhole(locale, status.page),
        );
        if (fault && isCertain) reportIn(`${status.locale}/${status.page}.mdx`)(1, ...fault);
      }
      for (const { locale, name, line } of damagedLines(dir)) {
        const remedy = byCommand('remove the line, then ', 'done', `${commandName(name)} ${locale}`);
        const report = reportIn(relative(dir, recordFile(locale, name, dir)));
        report(line, 'a line of the record that cannot be read', 'one entry as JSON a line', remedy);
      }
    },
  }),
};

/** What is wrong, what is expected, and the remedy; null if nothing is wrong. */
function faultOf({ locale, page, state }: TranslationStatus): [string, string, CommandRemedy] | null {
  if (state === 'unrecorded') {
    const remedy = byCommand('', 'done', `${commandName(page)} ${locale}`);
    return ['nobody has said which English text it was made from', 'a record in content/.translations', remedy];
  }
  return null;
}
