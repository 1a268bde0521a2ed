/** A short page of MDX in English and Japanese, for tests of the status of translations. */

export const BONDS = 'pages/service/bonds';

export const mdxPage = (title: string, sections: Record<string, string>) =>
  `---\ntitle: ${title}\ndescription: x\nlead: ${title} lead.\n---\n\nOpening.\n\n${Object.entries(sections)
    .map(([heading, words]) => `## ${heading}\n\n${words}\n`)
    .join('\n')}`;

export const ENGLISH = { What: 'A loan.', Price: 'It moves.', Risks: 'It may fall.' };
export const JAPANESE = { 何: '貸し付け。', 価格: '動く。', リスク: '下がる。' };
