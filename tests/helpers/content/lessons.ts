/** A short page of MDX in English and Japanese, for tests of the status of translations. */
import { actBy } from '../../../src/authoring/translation/actText.ts';
import { recordSource } from '../../../src/authoring/translation/recordProgress.ts';
import { type TranslationStatus, translationStatuses } from '../../../src/authoring/translation/translations.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { type ContentTree, emptyTree } from './contentTree.ts';

export const BONDS = 'pages/service/bonds';

export const mdxPage = (title: string, sections: Record<string, string>) =>
  `---\ntitle: ${title}\ndescription: x\nlead: ${title} lead.\n---\n\nOpening.\n\n${Object.entries(sections)
    .map(([heading, words]) => `## ${heading}\n\n${words}\n`)
    .join('\n')}`;

export const ENGLISH = { What: 'A loan.', Price: 'It moves.', Risks: 'It may fall.' };
export const JAPANESE = { 何: '貸し付け。', 価格: '動く。', リスク: '下がる。' };

export const [DAY, LATER] = ['2026-11-01', '2026-11-21'];
export const [FIRST, NEXT] = [actBy('Hana Sato', `${DAY}T09:00:00Z`), actBy('Ken Ito', `${LATER}T09:00:00Z`)];

/** A folder with the page in English and three translations, recorded as FIRST. */
export function lessonTree(): ContentTree {
  const tree = emptyTree('translations');
  tree.write(`en-US/${BONDS}.mdx`, mdxPage('Bonds', ENGLISH));
  for (const locale of ['ja', 'tw', 'cn'] as const) {
    tree.write(`${locale}/${BONDS}.mdx`, mdxPage('債券', JAPANESE));
    recordSource(locale, BONDS, FIRST, tree.dir);
  }
  return tree;
}

export const statusIn = ({ dir }: ContentTree, locale: Locale, page = BONDS): TranslationStatus | undefined =>
  translationStatuses(dir).find((one) => one.locale === locale && one.page === page);
