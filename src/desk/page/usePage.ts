/** What is edited of a page, what is saved, and what the rules say of it. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { DEFAULT_LOCALE, type Locale } from '../../i18n/locales.ts';
import { lookUp } from '../../lookUp.ts';
import { call, reasonOf } from '../frame/callServer.ts';
import { ACT_WORDS, EDIT_WORDS, goneWords } from '../frame/deskWords.ts';
import { newText, useEarlier, useKeptChanges } from '../frame/earlier.ts';
import { useAskBeforeLeaving, useStay } from '../frame/hooks.ts';
import { type GoneHeading, goneHeadings } from './goneHeadings.ts';
import type { OpenPage } from './pageCalls.ts';
import type { PageEdit } from './pageFile.ts';
import type { PlacedMending, PlacedProblem } from './problems.ts';
import { withSection } from './rows.ts';
import type { TextAct } from './textActs.ts';

export interface Draft {
  fields: Record<string, unknown>;
  head: string;
  sections: string[];
}

export interface EditedPage {
  /** As it was opened or saved last; null while it loads */
  opened: OpenPage | null;
  open: () => void;
  draft: Draft;
  problems: readonly PlacedProblem[];
  /** Why the rules could not be asked of what is edited; '' if they could */
  checkFault: string;
  checkAgain: () => void;
  /** Another text of the file than the one that was edited */
  changed: OpenPage | null;
  /** Own sections that the other text has no place for */
  lost: readonly string[];
  isEdited: boolean;
  /** Places of the sections that are still in English */
  stillEnglish: readonly number[];
  /** Headings that are gone from the sections that they began */
  gone: readonly GoneHeading[];
  /** Says what has happened last */
  status: string;
  /** Changes when editors must show other texts */
  version: number;
  /** What Undo takes back: the last save, or with none left the text itself, which is new */
  undoes: 'save' | 'text' | null;
  change: (change: (draft: Draft) => Draft) => void;
  /** Shows in the editors what was changed from elsewhere */
  showDraft: () => void;
  /** True if all is in the file: saved, or nothing was edited */
  save: () => Promise<boolean>;
  /** Writes a section that is missing, with the heading, behind another one */
  beginSection: (after: number, text: string) => Promise<boolean>;
  undo: () => Promise<void>;
  /** Saves, then records of the translation what the button says */
  record: (name: Exclude<TextAct['name'], 'beginTranslation'>) => Promise<void>;
  /** Makes a mending of front matter that is of no field alone */
  mendHead: (mending: PlacedMending) => Promise<void>;
  begin: () => Promise<void>;
  takeTheirs: () => void;
  keepMine: () => void;
}

/** How long after the last key the rules are asked, and with `along` the file is saved. */
const PAUSE = 400;
const SAVE_PAUSE = 1500;

const EMPTY: Draft = { fields: {}, head: '', sections: [] };

const draftOf = ({ fields, head, sections }: OpenPage): Draft => ({
  fields,
  head: head ?? '',
  sections: sections.map(({ text }) => text),
});

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Only what differs from the opened text is sent, so that the rest stays byte for byte. */
function editOf({ fields, head, fault, sections }: OpenPage, draft: Draft): PageEdit {
  const names = [...new Set([...Object.keys(fields), ...Object.keys(draft.fields)])];
  const changed = names.filter((name) => !isSame(lookUp(fields, name) ?? null, lookUp(draft.fields, name) ?? null));
  return {
    ...(draft.head !== (head ?? '') && { head: draft.head }),
    ...(!fault &&
      changed.length > 0 && {
        fields: Object.fromEntries(changed.map((name) => [name, lookUp(draft.fields, name) ?? null])),
      }),
    sections: draft.sections.flatMap((text, at) => (text === sections[at]?.text ? [] : [{ at, text }])),
  };
}

const isNothing = ({ head, fields, sections }: PageEdit) => !fields && head === undefined && !sections?.length;

/** The number of headings that begin a section; a text with more or fewer than before is cut anew when it is saved. */
const cuts = (text: string) => text.match(/^## /gm)?.length ?? 0;

export function usePage(locale: Locale, page: string, along: boolean): EditedPage {
  const [opened, setOpened] = useState<OpenPage | null>(null);
  const [draft, setDraft] = useState(EMPTY);
  const [problems, setProblems] = useState<readonly PlacedProblem[]>([]);
  const [changed, setChanged] = useState<OpenPage | null>(null);
  const [lost, setLost] = useState<readonly string[]>([]);
  const [status, setStatus] = useState('');
  const [version, setVersion] = useState(0);
  const [checkFault, setCheckFault] = useState('');
  const earlier = useEarlier(`${locale}/${page}`);
  const [made, setMade] = useKeptChanges<string>(newText(page));
  const isSaving = useRef(false);
  const latest = useRef({ opened, draft });
  useLayoutEffect(() => {
    latest.current = { opened, draft };
  });

  const edit = opened ? editOf(opened, draft) : {};
  const isEdited = !isNothing(edit);
  const created = locale === DEFAULT_LOCALE ? made.at(-1) : undefined;
  const isCut = opened?.sections.some(({ text }, at) => cuts(text) !== cuts(draft.sections[at] ?? '')) ?? false;

  /** Shows a text of the file in the editors. */
  const show = useCallback((other: OpenPage, newDraft = draftOf(other)) => {
    setOpened(other);
    setDraft(newDraft);
    setProblems(other.problems);
    setChanged(null);
    setVersion((before) => before + 1);
  }, []);

  const fail = useCallback((error: unknown) => setStatus(reasonOf(error)), []);

  const open = useCallback(() => {
    setStatus('');
    call('openPage', { locale, page }).then((answer) => show(answer), fail);
  }, [locale, page, show, fail]);
  useEffect(open, [open]);

  /** Takes what has been written by others: at once if nothing is edited, otherwise the editor decides. */
  const meet = useCallback(
    (other: OpenPage) => {
      const { opened: base, draft: now } = latest.current;
      // Its English text, or what is recorded of it, may have changed.
      if (base?.digest === other.digest) return setOpened(other);
      if (base && !isNothing(editOf(base, now))) setChanged(other);
      else show(other);
    },
    [show],
  );

  const look = useCallback(async () => {
    if (!isSaving.current) meet(await call('openPage', { locale, page }));
  }, [locale, page, meet]);

  useStay(useCallback(() => void look().catch(fail), [look, fail]));

  /** Takes what is in the file now, after `sent` was saved. What has been typed meanwhile stays. */
  const take = useCallback(
    (saved: OpenPage, sent: Draft) => {
      const trimmed = sent.sections.map((text) => text.replace(/^(?:[ \t]*\n)+/, '').trimEnd());
      const isSameCut = isSame(
        trimmed,
        saved.sections.map(({ text }) => text),
      );
      if (!isSameCut) return show(saved);
      setOpened(saved);
      setProblems(saved.problems);
      // What has been tidied in the file is no change of the editor's.
      setDraft((now) => ({
        head: now.head === sent.head ? (saved.head ?? '') : now.head,
        fields: isSame(now.fields, sent.fields) ? saved.fields : now.fields,
        sections: now.sections.map((text, at) =>
          text === sent.sections[at] ? (saved.sections[at]?.text ?? text) : text,
        ),
      }));
    },
    [show],
  );

  const write = useCallback(
    async (sent: Draft) => {
      const { opened: base } = latest.current;
      if (!base || isSaving.current) return false;
      const sentEdit = editOf(base, sent);
      if (isNothing(sentEdit)) {
        setStatus(EDIT_WORDS.unchanged);
        return true;
      }
      isSaving.current = true;
      setStatus(EDIT_WORDS.saving);
      try {
        const answer = await call('savePage', { locale, page, digest: base.digest, ...sentEdit });
        if ('changed' in answer) {
          setStatus(EDIT_WORDS.changedTitle);
          setChanged(answer.changed);
          return false;
        }
        const { saved, before } = answer;
        earlier.add({ digest: saved.digest, before });
        setStatus([EDIT_WORDS.saved, ...goneHeadings(base.sections, sent.sections).map(goneWords)].join(' '));
        take(saved, sent);
        return true;
      } catch (error) {
        fail(error);
        return false;
      } finally {
        isSaving.current = false;
      }
    },
    [locale, page, earlier, take, fail],
  );

  const save = useCallback(() => write(latest.current.draft), [write]);

  const undo = useCallback(async () => {
    const { opened: base } = latest.current;
    const last = earlier.of(base?.digest);
    if (!(last || created) || !base || isSaving.current) return;
    isSaving.current = true;
    try {
      if (!last) {
        await call('undoChanges', { undo: created ?? '' });
        setMade([]);
        return location.assign('/_desk/new');
      }
      const answer = await call('saveFile', { file: base.file, digest: base.digest, text: last.before });
      const now = await call('openPage', { locale, page });
      if ('changed' in answer) return setChanged(now);
      earlier.dropLast();
      show(now);
      setStatus(EDIT_WORDS.undone);
    } catch (error) {
      fail(error);
    } finally {
      isSaving.current = false;
    }
  }, [earlier, created, setMade, locale, page, show, fail]);

  /** Asks the rules of an edit, written as JSON, unless there is another one by then. */
  const check = useCallback(
    async (asked: string) => {
      const { opened: base } = latest.current;
      if (!base) return;
      const isOver = () => JSON.stringify(editOf(base, latest.current.draft)) !== asked;
      setCheckFault('');
      try {
        const input = { locale, page, digest: base.digest, ...(JSON.parse(asked) as PageEdit) };
        const answer = await call('pageProblems', input);
        if (isOver()) return;
        if (answer.isStale) look().catch(fail);
        else setProblems(answer.problems);
      } catch (error) {
        if (!isOver()) setCheckFault(reasonOf(error));
      }
    },
    [locale, page, fail, look],
  );

  const state = JSON.stringify(edit);
  useEffect(() => {
    setCheckFault('');
    const { opened: base } = latest.current;
    if (!base || changed || state === '{}' || isSaving.current) return;
    if (isNothing(JSON.parse(state) as PageEdit)) return setProblems(base.problems);
    setStatus(EDIT_WORDS.edited);
    const asking = setTimeout(() => void check(state), PAUSE);
    return () => clearTimeout(asking);
  }, [state, changed, check]);

  useEffect(() => {
    if (!along || changed || isNothing(JSON.parse(state) as PageEdit)) return;
    if (isCut) return setStatus(EDIT_WORDS.willCut);
    const saving = setTimeout(() => void save(), SAVE_PAUSE);
    return () => clearTimeout(saving);
  }, [along, changed, state, isCut, save]);

  useAskBeforeLeaving(isEdited);

  return {
    opened,
    open,
    draft,
    problems,
    checkFault,
    checkAgain: () => void check(state),
    changed,
    lost,
    isEdited,
    stillEnglish: (opened?.stillEnglish ?? []).filter(
      (at) => draft.sections[at] === opened?.sections[at]?.text && !(at === 0 && edit.fields),
    ),
    gone: opened ? goneHeadings(opened.sections, draft.sections) : [],
    status,
    version,
    save,
    beginSection: (after, text) =>
      write({ ...draft, sections: draft.sections.with(after, withSection(draft.sections[after] ?? '', text)) }),
    undo,
    undoes: isEdited ? null : earlier.of(opened?.digest) ? 'save' : created ? 'text' : null,
    change: useCallback((make: (before: Draft) => Draft) => setDraft(make), []),
    showDraft: useCallback(() => setVersion((before) => before + 1), []),
    record: async (name) => {
      if (!(await save()) || isSaving.current) return;
      isSaving.current = true;
      setStatus(ACT_WORDS.working);
      try {
        const { draft: sent } = latest.current;
        const { told: done } = await call(name, { locale, page });
        take(await call('openPage', { locale, page }), sent);
        setStatus(done);
      } catch (error) {
        fail(error);
      } finally {
        isSaving.current = false;
      }
    },
    mendHead: async ({ from, to, text }) => {
      const { opened: base, draft: now } = latest.current;
      if (!base) return;
      const input = { locale, page, digest: base.digest, ...editOf(base, now), mending: { from, to, text } };
      const mended = await call('mendHead', input).catch(fail);
      if (mended) setDraft((before) => ({ ...before, ...mended }));
    },
    begin: async () => {
      const answer = await call('beginTranslation', { locale, page }).catch(fail);
      if (answer) show(answer);
    },
    takeTheirs: () => {
      if (changed) show(changed);
      setLost([]);
    },
    keepMine: () => {
      if (!changed || !opened) return;
      const { fields = {}, sections = [] } = editOf(opened, draft);
      const texts = new Map(sections.map(({ at, text }) => [opened.sections[at]?.id, text]));
      const ids = new Set(changed.sections.map(({ id }) => id));
      setLost([...texts].flatMap(([id, text]) => (ids.has(id ?? '') ? [] : [text])));
      show(changed, {
        head: changed.head ?? '',
        fields: { ...changed.fields, ...fields },
        sections: changed.sections.map(({ id, text }) => texts.get(id) ?? text),
      });
    },
  };
}
