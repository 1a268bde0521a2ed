/** The fragment of a section on the page that edits it, by the id of the English section; '' is the opening. */
export const partAnchor = (id: string) => `part-${id || 'opening'}`;
