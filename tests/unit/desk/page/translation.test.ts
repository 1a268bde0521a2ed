/** What the page that edits a text shows of its translations: the way to each, how far one is, and what can be recorded. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { STATES } from '../../../../src/authoring/translation/states.ts';
import { ACT_WORDS, stillEnglishCount, WORDS } from '../../../../src/desk/frame/deskWords.ts';
import { Languages, Translation } from '../../../../src/desk/page/Translation.tsx';
import { TEXT_ACTS } from '../../../../src/desk/page/textActs.ts';
import type { EditedPage } from '../../../../src/desk/page/usePage.ts';
import { LOCALES } from '../../../../src/i18n/locales.ts';

const shown = (state: (typeof STATES)[number], stillEnglish: number[]) => {
  const edited = { stillEnglish, record: vi.fn() } as Pick<EditedPage, 'stillEnglish' | 'record'> as EditedPage;
  return renderToStaticMarkup(createElement(Translation, { edited, state }));
};

it('each language is a way to its text, with its state', () => {
  const languages = [
    { locale: 'en-US', state: null, edit: '/_desk/edit/en-US/x' },
    { locale: 'ja', state: 'outdated', edit: '/_desk/edit/ja/x' },
  ] as const;
  const html = renderToStaticMarkup(createElement(Languages, { languages: [...languages], locale: 'en-US' }));
  expect(html).toContain(`aria-label="${WORDS.languages}"`);
  expect(html).toContain(`<a href="/_desk/edit/en-US/x" lang="en-US" aria-current="page">${LOCALES['en-US'].name}</a>`);
  expect(html).toContain(`<a href="/_desk/edit/ja/x" lang="ja">${LOCALES.ja.name}</a>`);
  expect(html).toContain(`<small class="state-outdated">${WORDS.state.outdated}</small>`);
});

it('a translation says how far it is and what is still in English, with the buttons of its state', () => {
  expect(shown('draft', [0, 2])).toContain(`${WORDS.state.draft}</strong>: ${stillEnglishCount(2)}</p>`);
  expect(shown('current', [])).toContain(`${WORDS.state.current}</strong></p>`);
  for (const state of STATES)
    for (const { text, name } of Object.values(TEXT_ACTS).flat()) {
      // The page that edits begins a text by a button of its own.
      const isOffered = name !== 'beginTranslation' && TEXT_ACTS[state].some((act) => act.name === name);
      expect(shown(state, []).includes(`>${text}</button>`), `${state}: ${text}`).toBe(isOffered);
    }
  expect(shown('draft', [])).toContain(`<small>${ACT_WORDS.aboutDone}</small>`);
});
