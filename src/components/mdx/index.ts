/** The components that MDX files may use. Anything else is an error of `npm run content`. */
import SiteLink from '../ui/SiteLink.astro';
import Checklist from './Checklist.astro';
import Entry from './Entry.astro';
import Fact from './Fact.astro';
import FactLedger from './FactLedger.astro';
import Figure from './Figure.astro';
import Index from './Index.astro';
import Ledger from './Ledger.astro';
import Note from './Note.astro';
import Question from './Question.astro';
import Risks from './Risks.astro';
import Steps from './Steps.astro';
import Table from './Table.astro';
import Term from './Term.astro';

export const mdxComponents = {
  Checklist,
  Entry,
  Fact,
  FactLedger,
  Figure,
  Index,
  Ledger,
  Note,
  Question,
  Risks,
  Steps,
  Term,
};

/** Markdown's own elements that the site draws itself. */
export const markdownElements = { a: SiteLink, table: Table };
