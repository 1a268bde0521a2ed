/** Decides which of the house's own news shows the high-risk notice. A page has <HighRisk />. */

import { lookUp } from '../../lookUp.ts';
import { ROUTES } from '../../routes.ts';
import { marksOf } from '../reading/mdx.ts';
import { glossary } from './glossary.ts';

/** The lessons on futures, options and forex. */
const LESSONS = ROUTES.filter(({ kind, risk }) => kind === 'lesson' && risk === 'high');

/** True if a body marks a high-risk term, or links to a lesson on a high-risk product. */
export function speaksOfHighRisk(body: string): boolean {
  const { terms, links } = marksOf(body);
  const linked = links.map((href) => href.split('#', 1)[0]);
  return terms.some((id) => lookUp(glossary, id)?.risk === 'high') || LESSONS.some(({ path }) => linked.includes(path));
}
