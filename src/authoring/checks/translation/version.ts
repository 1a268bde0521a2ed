import { existsSync, readFileSync } from 'node:fs';
import { legalFile, operatorFile, sameFacts, TEXTS } from '../../../catalogue/legal.ts';
import { OPERATOR_FILE } from '../../../catalogue/operator.ts';
import { byCommand, type Report } from '../../../catalogue/problem.ts';
import { LEGAL_PAGES } from '../../../forms/legal.ts';
import { fingerprint } from '../../reading/sections.ts';
import { legalCopy, operatorCopy } from '../../translation/versions.ts';
import type { Known, Rule } from '../rule.ts';

/** A legal text has a version, a copy kept under that version, and does not change without a new version. */
export const version: Rule = {
  name: 'version',
  checks: (known) => ({
    page({ route, frontMatter, fault, locale, file, raw }, report) {
      if (route?.kind !== 'legal' || fault) return;
      if (!frontMatter.version) {
        const wanted = 'the day from which the text applies, such as 2026-11-21';
        report(1, 'a legal text without its version', wanted, 'add a line version: …');
        return;
      }
      const text = TEXTS.find((text) => LEGAL_PAGES[text] === route.path);
      const legal = text ? legalFile(locale, text, file, raw) : null;
      const copy = legal && legalCopy(legal, known.dir);
      if (!copy) return;
      const line = legal.lineOf(['version']);
      if (!existsSync(copy)) {
        report(
          line,
          `the text of version ${legal.version} is not kept`,
          'a copy in content/.versions/legal',
          byCommand('', 'keep'),
        );
      } else if (fingerprint(readFileSync(copy, 'utf8')).body !== fingerprint(raw).body) {
        report(
          line,
          `the text has changed, its version ${legal.version} has not`,
          'a version of its own for every text that people accept, corrections of spelling too',
          byCommand('write the day from which the new text applies as version: …, then ', 'keep'),
        );
      }
    },
    folder(reportIn) {
      checkOperator(known, reportIn(OPERATOR_FILE));
    },
  }),
};

/** The legal texts show the facts of the operator, so these have a version too: their asOf. */
function checkOperator({ dir, table }: Known, report: Report): void {
  const operator = operatorFile(dir);
  if (!operator) return; // The rule for tables reports it.
  const { asOf, raw } = operator;
  const copy = operatorCopy(asOf, dir);
  const line = table(OPERATOR_FILE)?.lineOf(['asOf']) ?? 1;
  if (!existsSync(copy)) {
    report(line, `the facts of ${asOf} are not kept`, 'a copy in content/.versions/legal', byCommand('', 'keep'));
  } else if (!sameFacts(readFileSync(copy, 'utf8'), raw)) {
    report(
      line,
      `the facts have changed, asOf ${asOf} has not`,
      'a day of its own for facts that the legal texts show',
      byCommand('write the day of the change as asOf: …, then ', 'keep'),
    );
  }
}
