/** Each section in an editor, beside its English text. */

import type { Extension } from '@codemirror/state';
import type { Locale } from '../../i18n/locales.ts';
import { EDIT_WORDS, goneWords, WORDS } from '../frame/deskWords.ts';
import { chips } from '../offers/chips.ts';
import { completions } from '../offers/completions.ts';
import { following } from '../offers/offers.ts';
import { partAnchor } from '../server/addresses.ts';
import { telling } from './cursor.ts';
import { Editor } from './Editor.tsx';
import { hasOtherHeading, headedByFirstLine, withFirstLine, withHeading } from './goneHeadings.ts';
import { grids } from './gridView.ts';
import { headings } from './headings.ts';
import type { OpenPage } from './pageCalls.ts';
import { pairRows } from './rows.ts';
import { Source } from './Source.tsx';
import type { EditedPage } from './usePage.ts';

interface Props {
  edited: EditedPage;
  opened: OpenPage;
  locale: Locale;
  /** 'pages/service/bonds' */
  page: string;
  lang: string;
}

export function Sections({ edited, opened, locale, page, lang }: Props) {
  const rows = pairRows(opened);
  const put = (at: number, make: (text: string) => string) =>
    edited.change((draft) => ({ ...draft, sections: draft.sections.with(at, make(draft.sections[at] ?? '')) }));
  const textOf = (at: number) => edited.draft.sections[at] ?? '';
  /** Changes a text from elsewhere than its editor, which then shows it. */
  const rewrite = (at: number, make: (text: string) => string) => {
    put(at, make);
    edited.showDraft();
  };
  return rows.map(({ english, own }, index) => {
    const name = own?.section.heading || english?.heading || EDIT_WORDS.opening;
    const gone = edited.gone.find(({ at }) => at === own?.at);
    // A translation has the ids of the English headings; notices are parts of pages, to whose headings nothing leads.
    const isOther =
      own && !opened.english && !page.startsWith('notices/') && hasOtherHeading(own.section.text, textOf(own.at));
    const last = rows.slice(0, index).findLast((row) => row.own)?.own;
    return (
      <section
        key={`${edited.version} ${own ? own.at : `english ${english?.id}`}`}
        className={opened.english ? 'desk-section desk-pair' : 'desk-section'}
        aria-label={name}
        id={partAnchor(english?.id ?? own?.section.id ?? '')}
      >
        <h2>
          <span lang={own?.section.heading ? lang : undefined}>{name}</span>
          {own && edited.stillEnglish.includes(own.at) && <small>{EDIT_WORDS.stillEnglish}</small>}
          {english && english.kind !== 'same' && (
            <small>
              {EDIT_WORDS.inEnglish} {WORDS.change[english.kind]}
            </small>
          )}
        </h2>
        {gone && (
          <div className="desk-gone" role="alert">
            <p>
              {goneWords(gone)} {EDIT_WORDS.goneLinks}
            </p>
            <p className="desk-tools">
              <button
                type="button"
                className="button quiet"
                onClick={() => rewrite(gone.at, (text) => withHeading(opened.sections[gone.at]?.text ?? '', text))}
              >
                {EDIT_WORDS.putBack}
                <span className="unseen">: {gone.heading}</span>
              </button>
              {gone.typed && (
                <button type="button" className="button quiet" onClick={() => rewrite(gone.at, headedByFirstLine)}>
                  {EDIT_WORDS.asHeading} {gone.typed}
                </button>
              )}
            </p>
          </div>
        )}
        {isOther && own && (
          <div className="desk-gone" role="status">
            <p>
              {EDIT_WORDS.otherHeading} <a href={`/_desk/rename/${page}`}>{WORDS.rename}</a>
            </p>
            <p className="desk-tools">
              <button
                type="button"
                className="button quiet"
                onClick={() => rewrite(own.at, (text) => withFirstLine(own.section.text, text))}
              >
                {EDIT_WORDS.putBack}
                <span className="unseen">: {own.section.heading}</span>
              </button>
            </p>
          </div>
        )}
        {opened.english && (
          <div>
            <h3 className="unseen">
              {EDIT_WORDS.source} {name}
            </h3>
            <div className="source-text" lang="en-US">
              {english ? <Source pieces={english.pieces} /> : EDIT_WORDS.notWritten}
            </div>
            {english && english.local.length > 0 && (
              <div className="source-text" lang="en-US">
                <Source pieces={english.local} />
              </div>
            )}
          </div>
        )}
        <div>
          {own ? (
            <Editor
              text={textOf(own.at)}
              label={`${EDIT_WORDS.text} ${name}`}
              lang={lang}
              mode="markdown"
              onChange={(text) => put(own.at, () => text)}
              extensions={sectionExtensions({
                locale,
                lang,
                english: english?.text ?? null,
                id: english?.id ?? own.section.id,
              })}
              problems={edited.problems.filter((problem) => 'section' in problem.in && problem.in.section === own.at)}
            />
          ) : (
            <>
              <p>{EDIT_WORDS.notWritten}</p>
              {last && english && (
                // Saved at once: until then, its text would stand in the box of the section before.
                <button
                  type="button"
                  className="button quiet"
                  onClick={() => void edited.beginSection(last.at, english.text)}
                >
                  {EDIT_WORDS.begin}
                  <span className="unseen">: {name}</span>
                </button>
              )}
            </>
          )}
        </div>
      </section>
    );
  });
}

interface ExtensionOptions {
  locale: Locale;
  lang: string;
  /** Null on an English page */
  english: string | null;
  /** The fragment of the section's heading */
  id: string;
}

/** What the editors of sections can do beyond text and problems. */
function sectionExtensions({ locale, lang, english, id }: ExtensionOptions): readonly Extension[] {
  const ofWords = [telling(id), chips(locale), completions(locale)];
  return [...ofWords, headings, following(locale, english), grids({ lang, extensions: ofWords })];
}
