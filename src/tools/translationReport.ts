/** What `npm run translations` prints: how much there is of each state, then what needs work and how. */

import { shownAct } from '../authoring/translation/actText.ts';
import { diffText } from '../authoring/translation/changes.ts';
import { TRANSLATED } from '../authoring/translation/recordFiles.ts';
import { STATE_WORDS, STATES } from '../authoring/translation/states.ts';
import { type TranslationStatus, translationStatuses } from '../authoring/translation/translations.ts';
import { commandName, isWords, wordFile } from '../authoring/translation/words.ts';
import { DEFAULT_LOCALE } from '../i18n/locales.ts';

const KINDS = {
  edited: 'edited',
  added: 'new',
  removed: 'removed',
  moved: 'moved',
  movedAndEdited: 'moved and edited',
};
const fileIn = (page: string) => (isWords(page) ? wordFile(page, DEFAULT_LOCALE) : `${DEFAULT_LOCALE}/${page}.mdx`);

/** Prints the status of every text; as JSON for programs. */
export function report(json: boolean): void {
  const statuses = translationStatuses();
  if (json) {
    const rows = statuses.map((status) => ({
      ...status,
      changes: status.changes.map((change) => ({ ...change, diff: diffText(change) })),
    }));
    console.log(JSON.stringify(rows, null, 2));
    return;
  }
  console.table(
    Object.fromEntries(
      TRANSLATED.map((locale) => [
        locale,
        Object.fromEntries(
          STATES.map((state) => [
            STATE_WORDS[state],
            statuses.filter((status) => status.locale === locale && status.state === state).length,
          ]),
        ),
      ]),
    ),
  );
  for (const status of statuses) tell(status);
}

function tell({
  locale,
  page,
  state,
  version,
  changes,
  renamedTo,
  translated,
  reviewed: seen,
}: TranslationStatus): void {
  const short = commandName(page);
  if (state === 'missing')
    console.log(
      `\n${locale}  ${page}: missing → ${isWords(page) ? 'write it' : `npm run translations -- new ${locale} ${short}`}`,
    );
  if (state === 'unreadable') console.log(`\n${locale}  ${page}: the text has a fault → npm run content names it`);
  if (state === 'draft' && changes.length === 0)
    console.log(`\n${locale}  ${page}: draft → npm run translations -- done ${short} ${locale}`);
  if (state === 'unrecorded')
    console.log(`\n${locale}  ${page}: ${STATE_WORDS.unrecorded} → npm run translations -- done ${short} ${locale}`);
  if (state === 'orphan') {
    const mend = renamedTo ? `npm run translations -- rename ${short} ${commandName(renamedTo)}` : 'remove it';
    console.log(`\n${locale}  ${page}: ${STATE_WORDS.orphan} → ${mend}`);
  }
  if (state !== 'outdated' && (state !== 'draft' || changes.length === 0)) return;
  const people = [
    ...(translated ? [`translated ${shownAct(translated)}`] : []),
    ...(seen ? [`reviewed ${shownAct(seen)}`] : []),
  ];
  const made = version ? [`made from the English text of ${version}`] : [];
  console.log(`\n${locale}  ${page}: ${[STATE_WORDS[state], ...made, ...people].join(', ')}`);
  for (const change of changes) {
    console.log(
      `  ${KINDS[change.kind]}: ${nameOf(change)}${change.line ? ` (content/${fileIn(page)}:${change.line})` : ''}`,
    );
    for (const line of diffText(change)) console.log(`    ${line}`);
  }
  console.log(`  → translate, then npm run translations -- done ${short} ${locale}`);
}

function nameOf({ heading, id }: { heading: string; id: string }): string {
  if (!id) return 'opening';
  return heading === id ? id : `${heading} (${id})`;
}
