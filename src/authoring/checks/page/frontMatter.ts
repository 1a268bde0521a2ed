import { escaped, misspellingOf, suggestion } from '../../../catalogue/problem.ts';
import { articleSchema, newsSchema, noticeSchema, pageSchema } from '../../../catalogue/schemas.ts';
import { PLAIN_WORDS } from '../../../catalogue/schemaWords.ts';
import { ARTICLE_TOPICS } from '../../../forms/lists.ts';
import { lookUp } from '../../../lookUp.ts';
import type { Rule } from '../rule.ts';

const SCHEMAS = { pages: pageSchema, notices: noticeSchema, news: newsSchema, support: articleSchema };

/** The fields that a file of a room may have, by its name: 'pages/service/bonds'. */
export const schemaOf = (name: string) => lookUp(SCHEMAS, name.split('/')[0] ?? '') ?? pageSchema;

/** What a value should be, in the words of editors. */
const EXPECTED = {
  title: 'a few words',
  description: '25 to 170 characters for search engines',
  lead: 'the opening, one or two sentences',
  points: 'two to four sentences to remember of a lesson',
  heading: 'the heading of the page, where it is not the title',
  actions: 'at most two of - { text: …, href: /page }',
  level: 'basics or intermediate',
  reviewed: 'a date such as 2026-11-21',
  date: 'a date such as 2026-11-21',
  version: 'the day from which the text applies, such as 2026-11-21',
  topic: ARTICLE_TOPICS.join(', '),
  asked: 'its place among the most asked, such as 1',
  related: 'up to four addresses of pages, such as [/service/broker]',
  source: 'what npm run translations -- done has written',
  draft: 'draft: true, or no such line',
};

/** The fields at the top of an MDX file. */
export const frontMatter: Rule = {
  name: 'front matter',
  checks: () => ({
    page({ name, frontMatter: written, fault, lineOf, raw, bodyLine }, report) {
      if (fault) return; // The rule for syntax reports it.
      if (Object.keys(written).length === 0 && !raw.startsWith('---')) {
        return report(1, 'the file has no front matter', 'fields between two lines ---', 'compare a page like it');
      }
      for (const [index, line] of raw
        .split('\n')
        .slice(1, bodyLine - 2)
        .entries()) {
        const lost = /^[\w-]+:\s+[^"'#\s[{|>][^"']*?\s(#.*)$/.exec(line)?.[1];
        if (!lost) continue;
        const what = `the words after # are lost: ‘${lost.trim()}’`;
        report(
          index + 2,
          what,
          'a value with # between quotation marks',
          'put the whole value between quotation marks',
        );
      }
      const schema = schemaOf(name);
      const fields = Object.keys(schema.shape);
      // A misspelled field is one fault, not an unknown one and a missing one.
      const missing = fields.filter((field) => !Object.hasOwn(written, field));
      const misspelled = Object.keys(written).flatMap((key) =>
        fields.includes(key) ? [] : (misspellingOf(key, missing) ?? []),
      );
      for (const issue of schema.safeParse(written, PLAIN_WORDS).error?.issues ?? []) {
        if (issue.code === 'unrecognized_keys') {
          const known = issue.path.length === 0 ? fields : ['text', 'href'];
          for (const key of issue.keys) {
            const closest = issue.path.length === 0 ? misspellingOf(key, missing) : undefined;
            const start = raw.search(new RegExp(`^${escaped(key)}(?=:)`, 'm'));
            report(
              lineOf([...issue.path, key]),
              `unknown field '${key}'`,
              known.join(', '),
              suggestion(key, known),
              closest === undefined || start < 0 ? undefined : { start, end: start + key.length, text: closest },
            );
          }
          continue;
        }
        const field = String(issue.path[0] ?? '');
        const expected = lookUp(EXPECTED, field) ?? fields.join(', ');
        if (Object.hasOwn(written, field)) {
          const what = `front matter ${issue.path.join('.')}: ${issue.message}`;
          report(lineOf([field]), what, expected, `change the line ${field}: …`);
        } else if (!misspelled.includes(field))
          report(1, `the front matter has no ${field}`, expected, `add a line ${field}: …`);
      }
    },
  }),
};
