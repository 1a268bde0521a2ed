import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { keptFolder, legalFile, operatorFile, sameFacts, TEXTS } from '../../../catalogue/legal.ts';
import { OPERATOR_FILE } from '../../../catalogue/operator.ts';
import { byCommand, type Report } from '../../../catalogue/problem.ts';
import { LEGAL_PAGES } from '../../../forms/legal.ts';
import { fingerprint } from '../../reading/sections.ts';
import { isListed, type KeptFault, keptFaults, legalCopy, operatorCopy, SUMS } from '../../translation/versions.ts';
import type { Known, Rule } from '../rule.ts';

/**
 * A legal text has a version, a copy kept under that version, and does not change without a new version. No kept copy
 * changes: it is the proof of what somebody signed.
 */
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
        if (isListed(copy, known.dir)) return; // The list of the copies tells of it.
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
      const folder = relative(known.dir, keptFolder(known.dir));
      for (const fault of keptFaults(known.dir)) {
        const { file, what, expected, remedy } = WORDS_OF[fault.kind](fault.name);
        reportIn(join(folder, file))(fault.line, what, expected, remedy);
      }
    },
  }),
};

const BACK = 'bring it back from the history of the repository; a new text has a version of its own';

/** At which file a fault is told, and how. */
const WORDS_OF: Record<KeptFault['kind'], (name: string) => Record<'file' | 'what' | 'expected' | 'remedy', string>> = {
  changed: (name) => ({
    file: name,
    what: 'a kept legal text has changed since it was kept',
    expected: `the text whose sum is in ${SUMS}`,
    remedy: BACK,
  }),
  missing: (name) => ({
    file: SUMS,
    what: `the kept legal text ${name} is missing`,
    expected: 'every copy of the list',
    remedy: `${BACK}. If it was never published, remove this line`,
  }),
  unlisted: (name) => ({
    file: name,
    what: `a file that is not in ${SUMS}`,
    expected: 'only copies that the command has kept',
    remedy: 'remove it, then npm run translations -- keep',
  }),
  'listed twice': (name) => ({
    file: SUMS,
    what: `${name} has two different sums`,
    expected: 'one sum for each copy',
    remedy: 'bring back the line and the copy that were published, and remove the other line',
  }),
  unreadable: () => ({
    file: SUMS,
    what: 'a line that is no sum of a copy',
    expected: 'the 64 digits of a SHA-256 sum, two spaces, the name of a copy',
    remedy: 'bring the line back from the history of the repository',
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
    if (isListed(copy, dir)) return; // The list of the copies tells of it.
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
