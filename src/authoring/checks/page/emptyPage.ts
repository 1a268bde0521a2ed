import { isEmpty } from '../../translation/whole.ts';
import type { Rule } from '../rule.ts';

/** A published file has a text, not only front matter. A build with an empty one stops. */
export const emptyPage: Rule = {
  name: 'counterpart',
  checks: () => ({
    page({ body, bodyLine, fault, frontMatter }, report) {
      if (fault || frontMatter.draft || !isEmpty(body)) return;
      report(bodyLine, 'there is no text', 'the text of the page below the second ---', 'write it, or remove the file');
    },
  }),
};
