/** The kinds of texts, by which the desk filters. It imports nothing, because the browser uses it too. */
export const TEXT_KINDS = ['page', 'news', 'help', 'notice', 'message', 'mail', 'table'] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

const BY_FOLDER = new Map<string, TextKind>([
  ['pages', 'page'],
  ['news', 'news'],
  ['support', 'help'],
  ['notices', 'notice'],
  ['mail', 'mail'],
]);

/** Of a text as 'pages/service/bonds', 'ui' or 'glossary'. */
export function kindOf(name: string): TextKind {
  const [folder = ''] = name.split('/');
  return BY_FOLDER.get(name.includes('/') ? folder : '') ?? (['ui', 'server'].includes(name) ? 'message' : 'table');
}
