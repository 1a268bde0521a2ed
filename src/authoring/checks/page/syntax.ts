import type { Rule } from '../rule.ts';

/** Whole files can be read: their encoding, YAML, JSON. Such a fault is told alone, because nothing else is certain. */
export const syntax: Rule = {
  name: 'syntax',
  checks: ({ unreadable }) => ({
    page({ fault }, report) {
      if (!fault) return;
      const what = `the front matter cannot be read: ${fault.reason}`;
      report(fault.line, what, 'one `name: value` a line', fault.remedy, fault.mending);
    },
    folder(reportIn) {
      for (const [file, faults] of unreadable) {
        const expected = /\.ya?ml$/.test(file)
          ? 'name: value'
          : file.endsWith('.json')
            ? '"key": "words", one a line'
            : 'text in UTF-8';
        for (const { line, reason, remedy, mending } of faults)
          reportIn(file)(line, `the file cannot be read: ${reason}`, expected, remedy, mending);
      }
    },
  }),
};
