/** Which of the house's own news carries the high-risk notice; pages say it in the route table. */

import { termIds } from '../catalogue/content.ts';
import { lookUp } from '../lookUp.ts';
import { ROUTES, type Route } from '../routes.ts';
import { glossary } from './glossary.ts';

/** Where futures, options and forex are taught. */
const LESSONS = (ROUTES as readonly Route[]).filter(({ kind, risk }) => kind === 'lesson' && risk === 'high');

/** True where a body marks a high-risk term, or leads to a lesson on a high-risk product. */
export function speaksOfHighRisk(body: string): boolean {
  if (termIds(body).some((id) => lookUp(glossary, id)?.risk === 'high')) return true;
  const linked = [...body.matchAll(/\]\((\/[^)#\s]*)/g)].map(([, path]) => path);
  return LESSONS.some(({ path }) => linked.includes(path));
}
