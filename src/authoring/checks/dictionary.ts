import { DICTIONARY_FILE, readDictionary } from '../../catalogue/dictionary.ts';
import type { Rule } from './rule.ts';

const EXPECTED = 'what the head of the file says of its fields';

/** The words that forms offer: ids, keys, and every language. */
export const dictionary: Rule = {
  name: 'table',
  checks: ({ table }) => ({
    folder(reportIn) {
      const report = reportIn(DICTIONARY_FILE);
      const written = table(DICTIONARY_FILE);
      if (!written) return report(1, 'the file is missing', `content/${DICTIONARY_FILE}`, 'bring it back');
      if (written.fault) return; // The rule for syntax reports it.
      readDictionary(written, (line, what) => report(line, what, EXPECTED, 'write it as the entries beside it'));
    },
  }),
};
