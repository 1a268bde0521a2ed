/** What the pages of an account share: loading, sections, forms that save. */
import { useStore } from '@nanostores/react';
import type { CompiledMessage } from 'icu-minify/format';
import { Fragment, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { FailureReason } from '../../api/sending.ts';
import { type CallAddress, type ReadResult, readForUser, type SendResult } from '../../api/userCalls.ts';
import { tokenEnd } from '../../browserState/session.ts';
import { $user } from '../../browserState/user.ts';
import type { Call, CallData, Service } from '../../contract/common.ts';
import type { Entered } from '../../contract/users.ts';
import { type MessageValues, speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { KeyPattern, KeysOf, MessageKey, Words } from '../../i18n/messages.ts';
import { lookUp } from '../../lookUp.ts';
import { enter } from '../../stores/user.ts';
import { reason } from '../failureWords.ts';
import { type Answers, Form, useForm } from '../formControls/Form.tsx';
import { errorIn } from '../formControls/field.ts';
import { leadBack } from '../leadBack.ts';
import type { PartWord } from './partWords.ts';

/** What every island of an account gets from components/profile/frame.ts. */
export interface FrameProps<K extends KeyPattern = never> {
  locale: Locale;
  lang: string;
  service: Service;
  loginHref: string;
  words: Words<K | PartWord>;
}

/** A function that formats messages by key; one that knows more keys serves where fewer are wanted. */
export type Say<K extends KeyPattern = never> = (key: KeysOf<K | PartWord>, values?: MessageValues) => string;

/** Returns a function that formats an island's messages by key. */
export const sayIn = <K extends MessageKey>({
  words,
  locale,
}: {
  words: Readonly<Record<K, CompiledMessage>>;
  locale: Locale;
}) => speaker(words, locale);

export interface Resource<T> {
  read: ReadResult<T>;
  again: () => void;
  /** Reads it again, and shows what was read before until then */
  refresh: () => Promise<void>;
  /** Replaces what was read, by what a change has answered */
  replace: (data: T) => void;
  /** Takes the new token that a change has answered, and keeps the page as it is */
  enterAgain: (entered: Entered) => Promise<void>;
}

/** Reads something of the user's own, and again once another user is logged in, in this tab or another one. */
export function useResource<C extends Call>(
  described: C,
  service: Service,
  place?: CallAddress,
): Resource<CallData<C>> {
  const user = useStore($user, { ssr: 'initial' });
  const [read, setRead] = useState<ReadResult<CallData<C>>>({ status: 'reading' });
  /** The end of the token with which it was read; null while this page itself takes a new one */
  const end = useRef<string | null>('');
  const asked = useRef(0);
  const address = useStable(place);
  const refresh = useCallback(async () => {
    asked.current += 1;
    const question = asked.current;
    end.current = tokenEnd();
    const found = await readForUser(described, service, address);
    // Of two answers, only that of the last question counts.
    if (asked.current === question) setRead(found);
  }, [described, service, address]);
  const again = useCallback(() => {
    setRead({ status: 'reading' });
    void refresh();
  }, [refresh]);
  useEffect(again, [again]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the user is the reason to look at the token
  useEffect(() => {
    if (end.current !== null && end.current !== tokenEnd()) again();
  }, [user, again]);
  return {
    read,
    again,
    refresh,
    replace: (data) => setRead({ status: 'read', data }),
    enterAgain: async (entered) => {
      end.current = null;
      await enter(entered, service);
      end.current = tokenEnd();
    },
  };
}

/**
 * What was read, once it is there. Before, `rows` gray lines of the height of a field; instead, what is wrong. `children`
 * is called with the data.
 */
export function Loaded<T>({
  resource: { read, again },
  rows,
  loginHref,
  say,
  children,
}: {
  resource: Pick<Resource<T>, 'read' | 'again'>;
  rows: number;
  loginHref: string;
  say: Say;
  children: (data: T) => ReactNode;
}) {
  if (read.status === 'read') return children(read.data);
  if (read.status === 'out') {
    return (
      <div className="profile-said">
        <p>
          <strong>{say('user.frame.out')}</strong> {say('user.frame.out.about')}
        </p>
        <p className="actions">
          <a className="button" href={loginHref} onClick={({ currentTarget }) => leadBack(currentTarget)}>
            {say('nav.login')}
          </a>
        </p>
      </div>
    );
  }
  if (read.status === 'failed') {
    return (
      <div className="profile-said" role="alert">
        <p>{say('user.frame.failed')}</p>
        <p className="actions">
          <button type="button" className="button" onClick={again}>
            {say('news.again')}
          </button>
        </p>
      </div>
    );
  }
  return (
    <div className="profile-waiting" aria-busy="true">
      <p className="unseen" role="status">
        {say('user.frame.loading')}
      </p>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are alike
        <div key={row} aria-hidden="true" />
      ))}
    </div>
  );
}

/** A part of a page, with a heading. `id` is for links to it. `isPage`: the heading of the page says it already. */
export function Section({
  title,
  hint,
  id,
  isPage = false,
  children,
}: {
  title: ReactNode;
  hint?: ReactNode;
  id: string;
  isPage?: boolean;
  children: ReactNode;
}) {
  return (
    <section className="profile-section" id={id} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`} className={isPage ? 'unseen' : undefined}>
          {title}
        </h2>
        {hint !== undefined && <div className="field-hint">{hint}</div>}
      </header>
      <div>{children}</div>
    </section>
  );
}

/** Rows of a name and a text that is not changed here. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="profile-facts">{children}</dl>;
}

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** How far something is. `is`: reached, or the reader's to do. */
export function State({ is, children }: { is?: 'good' | 'due' | false | null | undefined; children: ReactNode }) {
  return (
    <span className="state" data-is={is || undefined}>
      {children}
    </span>
  );
}

/** An email address. Too long for a line, it breaks at its signs: never as 'example.c / om'. */
export function EmailAddress({ address }: { address: string }) {
  return address.split(/(?=[@.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts keep their places
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/**
 * A form that saves: its controls (formControls/controls.tsx) have the names of `start`, such as 'address.line1'. What is
 * wrong stands above and beside them; the button says what it has done.
 */
export function SaveForm<T>({
  id,
  start,
  send,
  onSaved,
  forgets = false,
  action,
  quiet = false,
  lang,
  say,
  children,
}: {
  id: string;
  start: Answers;
  send: (answers: Answers) => Promise<SendResult<T>>;
  onSaved?: (data: T, answers: Answers) => void;
  /** True if the fields are empty again once it is saved, as those of a password */
  forgets?: boolean;
  /** The words of the button, if it does not only save */
  action?: string;
  /** True if it is not the first thing to do on its page */
  quiet?: boolean;
  lang: string;
  say: Say;
  children: ReactNode;
}) {
  const [state, setState] = useState<'idle' | 'saving' | 'saved' | { why: FailureReason }>('idle');
  const { answers, setAnswers, faults, setFaults, useAnswer } = useForm(start, () => setState('idle'));
  const current = useStable(start);
  const started = useRef(start);
  const isSaving = state === 'saving';

  // What changes elsewhere, such as the theme by its switch, changes here.
  useEffect(() => {
    const before = started.current;
    started.current = current;
    const changed = Object.entries(current).filter(([field, value]) => !isSame(value, lookUp(before, field)));
    if (changed.length > 0) setAnswers((given) => ({ ...given, ...Object.fromEntries(changed) }));
  }, [current, setAnswers]);

  const submit = async () => {
    setFaults([]);
    setState('saving');
    const sent = await send(answers);
    if (sent.status === 'refused') {
      setState('idle');
      setFaults(sent.fields);
    } else if (sent.status === 'failed') {
      setState({ why: sent.why });
    } else {
      if (forgets) setAnswers(start);
      setState('saved');
      onSaved?.(sent.data, answers);
    }
  };
  const idOf = (field: string) => `${id}-${field.replaceAll('.', '-')}`;

  return (
    <Form
      className="profile-form"
      fields={{ lang, say, idOf, errorOf: errorIn(faults), useAnswer }}
      faults={faults}
      controlOf={(field) => (Object.hasOwn(start, field) ? idOf(field) : null)}
      failure={typeof state === 'object' ? [say('user.frame.notSaved'), reason(state.why, say)] : null}
      isSending={isSaving}
      submit={submit}
      button={isSaving ? say('user.frame.saving') : (action ?? say('user.frame.save'))}
      quiet={quiet}
      status={state === 'saved' ? say('user.frame.saved') : ''}
    >
      {children}
    </Form>
  );
}

/** The value of the render before as long as a new one is equal, for the dependencies of effects. */
function useStable<T>(value: T): T {
  const [stable, setStable] = useState(value);
  if (isSame(value, stable)) return stable;
  setStable(value);
  return value;
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
