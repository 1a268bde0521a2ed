/** The page on which one text is edited. */
import type { ComponentType } from 'react';
import { useEffect } from 'react';
import type { Locale } from '../../i18n/locales.ts';
import { BothTexts } from '../frame/BothTexts.tsx';
import { EDIT_WORDS, problemCount, stillEnglishCount, WORDS } from '../frame/deskWords.ts';
import { useKept, useSaveKey } from '../frame/hooks.ts';
import { Waiting } from '../frame/Waiting.tsx';
import { InsertPanel } from '../offers/InsertPanel.tsx';
import { followCursor } from '../offers/insert.ts';
import { OffersPanel } from '../offers/OffersPanel.tsx';
import { OFFER_WORDS } from '../offers/offerWords.ts';
import { RemarksPanel } from '../remarks/RemarksPanel.tsx';
import { REMARK_WORDS } from '../remarks/remarkWords.ts';
import { Editor } from './Editor.tsx';
import { Fields } from './Fields.tsx';
import { Preview } from './Preview.tsx';
import type { OpenPage } from './pageCalls.ts';
import type { PanelProps } from './panel.ts';
import { isWide } from './panel.ts';
import { Sections } from './Sections.tsx';
import { Languages, TRANSLATION_PART, Translation } from './Translation.tsx';
import type { EditedPage } from './usePage.ts';
import { usePage } from './usePage.ts';

/** How the names of legal texts begin */
const LEGAL = 'pages/legal/';

/** What can be shown beside the text. */
const PANELS: readonly { id: string; title: string; Panel: ComponentType<PanelProps> }[] = [
  { id: 'preview', title: EDIT_WORDS.preview, Panel: Preview },
  { id: 'offers', title: OFFER_WORDS.offers, Panel: OffersPanel },
  { id: 'insert', title: OFFER_WORDS.insert, Panel: InsertPanel },
  { id: 'remarks', title: REMARK_WORDS.title, Panel: RemarksPanel },
];

interface Props {
  locale: Locale;
  /** 'pages/service/bonds' */
  page: string;
  lang: string;
  /** On the site; null for a text that is part of other pages */
  address: string | null;
  /** The same with the published origin */
  shownAddress: string | null;
  company: string;
  review: string | null;
}

/** Tells the style sheet how high the toolbar is, below which the panel stays. */
function tellHeight(bar: HTMLElement | null) {
  if (!bar) return;
  const watch = new ResizeObserver(() =>
    bar.parentElement?.style.setProperty('--desk-toolbar', `${bar.offsetHeight}px`),
  );
  watch.observe(bar);
  return () => watch.disconnect();
}

export function EditPage({ locale, page, lang, address, shownAddress, company, review }: Props) {
  const [along, setAlong] = useKept<boolean>('desk.saveAlong', false);
  const [panel, setPanel] = useKept<string | null>('desk.panel', isWide() ? 'preview' : null);
  const edited = usePage(locale, page, along);
  const { opened, draft, problems, changed } = edited;
  const { save } = edited;
  useSaveKey(save);

  const isOpen = opened !== null;
  useEffect(() => {
    if (!isOpen || !location.hash) return;
    // The browser has looked for the fragment before the sections were there.
    const section = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    section?.scrollIntoView();
    section?.querySelector<HTMLElement>('[role="textbox"]')?.focus({ preventScroll: true });
  }, [isOpen]);

  if (!opened) return <Waiting what={EDIT_WORDS.loading} fault={edited.status} again={edited.open} />;
  const Panel = PANELS.find(({ id }) => id === panel)?.Panel;
  const inHead = problems.filter((problem) => 'head' in problem.in);
  return (
    <div className="desk-edit" data-panel={panel ?? undefined}>
      <div className="desk-tools desk-toolbar" ref={tellHeight}>
        <button type="button" className="button" onClick={() => void save()} aria-keyshortcuts="Control+S">
          {EDIT_WORDS.save} <small>{EDIT_WORDS.saveKeys}</small>
        </button>
        <button type="button" className="button quiet" disabled={!edited.undoes} onClick={() => void edited.undo()}>
          {edited.undoes === 'text' ? EDIT_WORDS.undoNew : EDIT_WORDS.undo}
        </button>
        <label className="desk-check">
          <input type="checkbox" checked={along} onChange={({ target }) => setAlong(target.checked)} />
          {EDIT_WORDS.saveAlong}
        </label>
        <p role="status">{edited.status}</p>
        {edited.checkFault ? (
          <Waiting what={EDIT_WORDS.notChecked} fault={edited.checkFault} again={edited.checkAgain} />
        ) : (
          <p className="desk-count">{problemCount(problems.length)}</p>
        )}
        {opened.state && opened.exists && (
          <a href={`#${TRANSLATION_PART}`}>
            {WORDS.translation}: {WORDS.state[opened.state]}
            {edited.stillEnglish.length > 0 && `, ${stillEnglishCount(edited.stillEnglish.length)}`}
          </a>
        )}
        {review && <a href={review}>{EDIT_WORDS.review}</a>}
        <fieldset className="desk-panels">
          <legend className="unseen">{EDIT_WORDS.panels}</legend>
          {PANELS.map(({ id, title }) => (
            <button
              key={id}
              type="button"
              className="button quiet"
              aria-pressed={panel === id}
              onClick={() => setPanel(panel === id ? null : id)}
            >
              {title}
            </button>
          ))}
        </fieldset>
      </div>
      {Panel && (
        <aside className="desk-panel" aria-label={PANELS.find(({ id }) => id === panel)?.title}>
          <Panel locale={locale} page={page} lang={lang} opened={opened} address={address} />
        </aside>
      )}
      <div className="desk-texts" ref={followCursor}>
        <Languages languages={opened.languages} locale={locale} />
        {changed && <Changed edited={edited} opened={opened} changed={changed} />}
        {edited.lost.length > 0 && (
          <section>
            <p>{EDIT_WORDS.lostSections}</p>
            {edited.lost.map((text) => (
              <div key={text} className="source-text">
                {text}
              </div>
            ))}
          </section>
        )}
        {opened.exists ? (
          <>
            <section aria-labelledby="fields">
              <h2 id="fields">{EDIT_WORDS.fields}</h2>
              {opened.fault ? (
                <>
                  <p>{EDIT_WORDS.fieldsFault}</p>
                  {opened.head !== null && (
                    <Editor
                      key={edited.version}
                      text={draft.head}
                      label={EDIT_WORDS.head}
                      lang={lang}
                      mode="yaml"
                      onChange={(head) => edited.change((before) => ({ ...before, head }))}
                      problems={inHead}
                    />
                  )}
                </>
              ) : (
                <Fields
                  shape={opened.shape}
                  isLegal={page.startsWith(LEGAL)}
                  offers={opened.offers}
                  values={draft.fields}
                  english={opened.english?.fields ?? null}
                  changed={opened.english?.changedFields ?? {}}
                  lang={lang}
                  problems={problems}
                  onMendHead={(mending) => void edited.mendHead(mending)}
                  onChange={(name, value) =>
                    edited.change((before) => ({ ...before, fields: { ...before.fields, [name]: value } }))
                  }
                >
                  {shownAddress && (
                    <figure className="desk-result">
                      <figcaption>{EDIT_WORDS.searchResult}</figcaption>
                      <div lang={lang}>
                        <p>{shownAddress}</p>
                        <p>{`${String(draft.fields.title ?? '')} · ${company}`}</p>
                        <p>{String(draft.fields.description ?? '')}</p>
                      </div>
                    </figure>
                  )}
                </Fields>
              )}
            </section>
            <Sections edited={edited} opened={opened} locale={locale} page={page} lang={lang} />
            {opened.state && <Translation edited={edited} state={opened.state} />}
          </>
        ) : (
          <>
            <p>{EDIT_WORDS.noTranslation}</p>
            <button type="button" className="button" onClick={() => void edited.begin()}>
              {EDIT_WORDS.beginPage}
            </button>
          </>
        )}
      </div>
    </div>
  );
}

/** Says that the file has another text now, and shows both, section by section. */
function Changed({ edited, opened, changed }: { edited: EditedPage; opened: OpenPage; changed: OpenPage }) {
  const texts = new Map(opened.sections.map(({ id, text }, at) => [id, edited.draft.sections[at] ?? text]));
  const differing = changed.sections.flatMap(({ id, heading, text }) => {
    const draftText = texts.get(id);
    return draftText === text ? [] : [{ name: heading || EDIT_WORDS.opening, theirs: text, mine: draftText ?? '' }];
  });
  return (
    <BothTexts
      title={EDIT_WORDS.changedTitle}
      about={EDIT_WORDS.changedText}
      differing={differing}
      keepMine={{ text: EDIT_WORDS.keepMine, act: edited.keepMine }}
      takeTheirs={{ text: EDIT_WORDS.takeTheirs, act: edited.takeTheirs }}
    />
  );
}
