/**
 * The components that MDX may use, once: what `npm run content` allows, and what `/_desk/components` explains.
 * src/components/mdx/index.ts draws each of them, and the compiler holds the two together.
 *
 * attributes  what must be given, and what stands in it: words, or an id of a table
 * holds       what stands between the tags
 * inside      the only component it may stand in
 */
export const COMPONENTS = {
  Fact: { attributes: { id: 'fact' }, holds: 'nothing', about: 'a figure of facts.yml' },
  FactLedger: { attributes: { ids: 'facts' }, holds: 'nothing', about: 'several figures with their names' },
  Term: { attributes: { id: 'term' }, holds: 'words', about: 'the first mention of a term of glossary.yml' },
  Figure: { attributes: { name: 'figure', summary: 'summary' }, holds: 'words', about: 'a drawing and its caption' },
  Ledger: { attributes: { caption: 'words' }, holds: 'table', about: 'a worked example, a list of fees' },
  Index: { attributes: {}, holds: 'entries', about: 'a list of pages' },
  Entry: {
    attributes: { href: 'link', name: 'words' },
    holds: 'words',
    inside: 'Index',
    about: 'one page of an Index',
  },
  Latest: { attributes: {}, holds: 'nothing', about: 'the three latest of news and of flash' },
  ImportanceRules: { attributes: {}, holds: 'nothing', about: 'what makes an item of news or flash important' },
  AccessRule: { attributes: {}, holds: 'nothing', about: 'what becomes of futures, options and forex without status' },
  Steps: { attributes: {}, holds: 'numbered list', about: 'what to do, in order' },
  Checklist: { attributes: {}, holds: 'bullet list', about: 'what to have ready' },
  Risks: { attributes: {}, holds: 'words', about: 'what can go wrong; every lesson has one' },
  Note: { attributes: {}, holds: 'words', about: 'an aside' },
  Question: { attributes: { ask: 'words' }, holds: 'words', about: 'one question and its answer' },
} as const satisfies Record<string, Component>;

export interface Component {
  attributes: Readonly<Record<string, Value>>;
  holds: 'nothing' | 'words' | 'table' | 'entries' | 'numbered list' | 'bullet list';
  inside?: string;
  about: string;
}

/** `fact`, `facts`, `term`, `figure`: ids; `link`: a site path; `summary`: a drawing in words, in which {products} is a figure of facts.yml; `words`: any text */
export type Value = 'fact' | 'facts' | 'term' | 'figure' | 'link' | 'summary' | 'words';

export type ComponentName = keyof typeof COMPONENTS;
