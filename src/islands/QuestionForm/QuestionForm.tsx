import { useStore } from '@nanostores/react';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { FaultKey } from '../../accounts/faults.ts';
import { PICTURE_TYPES } from '../../contract/files.ts';
import { formatMessage, type MessageValues } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { MessageKey } from '../../i18n/messages.ts';
import {
  $asking,
  $draft,
  $picturesUnderWay,
  type Draft,
  forgetDraft,
  NO_DRAFT,
  removePicture,
  sendPicture,
  sendQuestion,
  write,
} from '../../stores/question.ts';
import type { FieldFault } from '../../stores/sending.ts';
import type { SentQuestion, SupportService } from '../../stores/sentQuestions.ts';
import { Files } from '../Files.tsx';
import type { Words } from '../feeds.tsx';
import { Arrived, FAILURES, NotSent, Summary, useAttention, Website } from './parts.tsx';

/** The faults that the fields of a question may have. */
const FAULTS = {
  topicEmpty: 'account.error.topicEmpty',
  choiceUnknown: 'account.error.choiceUnknown',
  textCharacters: 'account.error.textCharacters',
  tooLong: 'account.error.tooLong',
  emailEmpty: 'account.error.emailEmpty',
  emailFormat: 'account.error.emailFormat',
  questionEmpty: 'account.error.questionEmpty',
  pictures: 'account.error.pictures',
  pictureGone: 'account.error.pictureGone',
} as const satisfies Partial<Record<FaultKey, MessageKey>>;

export const ASK_WORDS = [
  ...Object.values(FAULTS),
  'account.failure.offline',
  'account.failure.unreachable',
  'account.failure.server',
  'account.problem',
  'account.errorPrefix',
  'account.optional',
  'account.choose',
  'account.email',
  'account.reference',
  'account.sending',
  'account.sendAgain',
  'account.files.remove',
  'account.files.again',
  'account.files.size',
  'account.files.failed',
  'account.files.sending',
  'ask.topic',
  'ask.about',
  'ask.about.hint',
  'ask.email.hint',
  'ask.question',
  'ask.question.hint',
  'ask.pictures',
  'ask.pictures.hint',
  'ask.pictures.choose',
  'ask.pictures.type',
  'ask.pictures.sent',
  'ask.pictures.waiting',
  'ask.website',
  'ask.send',
  'ask.sendAnew',
  'ask.notSent',
  'ask.notSent.kept',
  'ask.changed',
  'ask.changed.choice',
  'ask.failure.timeout',
  'ask.kept',
  'ask.forget',
  'ask.done',
  'ask.done.page',
  'ask.done.open',
  'ask.done.another',
] as const satisfies readonly MessageKey[];

type Field = 'topic' | 'about' | 'email' | 'question' | 'pictures' | 'website';

export interface Props {
  locale: Locale;
  lang: string;
  service: SupportService;
  /** The topic that is chosen at first */
  topic: string;
  /** Ids and names */
  topics: readonly [id: string, name: string][];
  /** Address of the page of questions */
  threadHref: string;
  most: { question: number; pictures: number };
  words: Words<(typeof ASK_WORDS)[number]>;
}

/** The form for a question to Support. What is typed stays on the device until it is sent. */
export default function QuestionForm({ locale, lang, service, topic, topics, threadHref, most, words }: Props) {
  const say = (key: keyof typeof words, values?: MessageValues) => formatMessage(words[key], locale, values);
  const draft = useStore($draft, { ssr: () => NO_DRAFT });
  const asking = useStore($asking, { ssr: 'initial' });
  const underWay = useStore($picturesUnderWay, { ssr: 'initial' });
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  const [sent, setSent] = useState<SentQuestion | null>(null);
  const [website, setWebsite] = useState('');
  const box = useAttention(faults, asking);
  const isSending = asking.status === 'sending';
  const chosen = draft.topic || topic;

  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isSending) return;
    if (underWay.length > 0) return setFaults([{ field: 'pictures', message: say('ask.pictures.waiting') }]);
    setFaults([]);
    const result = await sendQuestion({ topic: chosen, locale, website }, service);
    const outcome = $asking.get();
    if (result && 'sent' in result) setSent(result.sent);
    else if (result) {
      setFaults(
        result.faults.map(({ field, key, value }) => ({
          field,
          message: say(key in FAULTS ? FAULTS[key as keyof typeof FAULTS] : FAULTS.choiceUnknown, { value }),
        })),
      );
    } else if (outcome.status === 'refused') {
      setFaults(outcome.fields);
      setWebsite('');
    }
  };
  const change = (field: Field, part: Partial<Draft>) => {
    write(part);
    setFaults(faults.filter((fault) => !isOf(fault, field)));
  };
  const errorOf = (field: Field) => faults.find((fault) => isOf(fault, field))?.message;

  if (sent) {
    return (
      <Arrived
        {...{ sent, threadHref }}
        again={() => setSent(null)}
        say={{
          done: say('ask.done'),
          reference: say('account.reference'),
          page: say('ask.done.page'),
          open: say('ask.done.open'),
          another: say('ask.done.another'),
        }}
      />
    );
  }

  const field = (name: Field) => fieldOf(name, errorOf(name));
  const typed = (name: 'about' | 'email' | 'question') => ({
    name,
    value: draft[name],
    onChange: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) =>
      change(name, { [name]: target.value }),
  });
  const optional = <span className="field-optional"> {say('account.optional')}</span>;
  const prefix = <span className="unseen">{say('account.errorPrefix')} </span>;
  const row = (name: Field, label: ReactNode, hint: ReactNode, control: ReactNode, isGroup = false) => {
    const { id, error } = field(name);
    const Row = isGroup ? 'fieldset' : 'div';
    return (
      <Row className="field" data-field={name} data-wrong={error !== undefined || undefined}>
        {isGroup ? <legend>{label}</legend> : <label htmlFor={id}>{label}</label>}
        {hint && (
          <div className="field-hint" id={`${id}-hint`}>
            {hint}
          </div>
        )}
        {error !== undefined && (
          <p className="field-error" id={`${id}-error`}>
            {prefix}
            {error}
          </p>
        )}
        {control}
      </Row>
    );
  };

  return (
    <form className="ask-form" noValidate onSubmit={send} aria-busy={isSending}>
      <Summary title={say('account.problem')} faults={faults} idOf={(name) => `ask-${name.split('.')[0]}`} box={box} />
      {row(
        'topic',
        say('ask.topic'),
        null,
        <select
          {...field('topic').control}
          name="topic"
          value={chosen}
          onChange={({ target }) => change('topic', { topic: target.value })}
        >
          <option value="">{say('account.choose')}</option>
          {topics.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>,
      )}
      {row(
        'about',
        <>
          {say('ask.about')}
          {optional}
        </>,
        say('ask.about.hint', { example: 'FA-0000-0000-0000' }),
        <input type="text" autoComplete="off" spellCheck={false} {...field('about').control} {...typed('about')} />,
      )}
      {row(
        'email',
        say('account.email'),
        say('ask.email.hint'),
        <input type="email" inputMode="email" autoComplete="email" {...field('email').control} {...typed('email')} />,
      )}
      {row(
        'question',
        say('ask.question'),
        say('ask.question.hint', { most: most.question }),
        <textarea rows={7} {...field('question').control} {...typed('question')} />,
      )}
      {row(
        'pictures',
        <>
          {say('ask.pictures')}
          {optional}
        </>,
        say('ask.pictures.hint', { most: most.pictures }),
        <Files
          id="ask-pictures"
          sent={draft.pictures}
          {...{ underWay, lang }}
          most={most.pictures}
          types={PICTURE_TYPES}
          words={{
            choose: say('ask.pictures.choose'),
            remove: say('account.files.remove'),
            again: say('account.files.again'),
            type: say('ask.pictures.type'),
            size: say('account.files.size'),
            failed: say('account.files.failed'),
            error: say('account.errorPrefix'),
            sending: (name) => say('account.files.sending', { name }),
            sent: (count) => say('ask.pictures.sent', { count }),
          }}
          add={(file) => void sendPicture(file, service)}
          again={({ file, id }) => void sendPicture(file, service, id)}
          remove={(id) => {
            removePicture(id);
            setFaults(faults.filter((fault) => !isOf(fault, 'pictures')));
          }}
        />,
        true,
      )}
      <Website label={say('ask.website')} value={website} give={setWebsite} />
      <NotSent
        sending={asking}
        box={box}
        say={{
          notSent: say('ask.notSent'),
          kept: say('ask.notSent.kept'),
          changed: say('ask.changed'),
          choice: say('ask.changed.choice'),
          why: (kind) => say(kind === 'timeout' ? 'ask.failure.timeout' : FAILURES[kind]),
        }}
      />
      <p className="actions">
        <button type="submit" className="button" aria-disabled={isSending}>
          {say(BUTTON_WORDS[asking.status])}
        </button>
      </p>
      <p className="field-hint ask-kept">
        {say('ask.kept')}{' '}
        {draft.saved > 0 && (
          <button type="button" onClick={forgetDraft}>
            {say('ask.forget')}
          </button>
        )}
      </p>
    </form>
  );
}

const BUTTON_WORDS = {
  idle: 'ask.send',
  refused: 'ask.send',
  sending: 'account.sending',
  failed: 'account.sendAgain',
  changed: 'ask.sendAnew',
} as const;

/** True if a fault is of a field or of a part of it: 'pictures.0'. */
const isOf = ({ field: of }: FieldFault, field: Field) => of === field || of.startsWith(`${field}.`);

/** The id of a field, its error, and the attributes that tie its control to hint and error. */
function fieldOf(name: Field, error: string | undefined) {
  const id = `ask-${name}`;
  const described = [name !== 'topic' && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  return {
    id,
    error,
    control: {
      id,
      className: 'input',
      'aria-describedby': described.join(' ') || undefined,
      'aria-invalid': error !== undefined || undefined,
    },
  };
}
