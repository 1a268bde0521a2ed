/** The tables, messages and mails that the desk shows as forms, in the order of its list. */
export const TABLE_NAMES = [
  'facts',
  'glossary',
  'offers',
  'ui',
  'server',
  'mail',
  'exchanges',
  'jurisdictions',
  'dictionary',
  'permissions',
  'series',
] as const;
export type TableName = (typeof TABLE_NAMES)[number];

export const isTable = (name: string): name is TableName => TABLE_NAMES.some((table) => table === name);

/** Where the desk edits 'glossary', 'ui' or 'mail/userReset'; null if it has no forms of it. */
export function tableAddress(text: string): string | null {
  const [table = '', mail] = text.split('/');
  if (!isTable(table) || (mail !== undefined && table !== 'mail')) return null;
  return `/_desk/tables/${table}${mail ? `?entry=${mail}` : ''}`;
}
