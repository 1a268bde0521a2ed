import { addedRoutes, fieldOf } from '../../../catalogue/addedRoutes.ts';
import { DEFAULT_LOCALE } from '../../../i18n/locales.ts';
import { MESSAGE_FILES, readMessages } from '../../reading/icuFiles.ts';
import type { Rule } from '../rule.ts';

/**
 * Each message of en-US is named somewhere in the code, in full or by a template, or is the name of a page that editors
 * add. The patterns by which islands get their words do not name one.
 */
export const unusedMessage: Rule = {
  name: 'message',
  checks: ({ dir, isNamedInCode }) => ({
    folder(reportIn) {
      const added = addedRoutes([], dir).written.map((row) => String(fieldOf(row, 'label')));
      const isNamed = (key: string) => isNamedInCode(key) || added.includes(key);
      for (const name of MESSAGE_FILES) {
        const { file, words, lineOf } = readMessages(dir, DEFAULT_LOCALE, name);
        for (const key of Object.keys(words)) {
          if (isNamed(key)) continue;
          const expected = 'only messages that are used';
          reportIn(file)(lineOf(key), `no page uses the message '${key}'`, expected, 'remove it from every locale');
        }
      }
    },
  }),
};
