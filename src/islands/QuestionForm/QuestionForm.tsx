import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { Service } from '../../contract/common.ts';
import { PICTURE_TYPES } from '../../contract/files.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { speaker } from '../../i18n/speaker.ts';
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
import { faultText } from '../AccountForm/field.ts';
import { Files } from '../Files.tsx';
import { ASKING_WORDS, AskForm, idOf, useAsking } from './parts.tsx';

export const ASK_WORDS = [
  ...ASKING_WORDS,
  'account.choose',
  'account.email',
  'account.error.picture*',
  'account.error.questionEmpty',
  'account.error.topicEmpty',
  'account.file.*',
  'ask.*',
  'form.errorPrefix',
  'form.optional',
] as const;

/** In the order of the form. */
const FIELDS = ['topic', 'about', 'email', 'question', 'pictures'] as const;
type Field = (typeof FIELDS)[number];

export interface Props {
  locale: Locale;
  lang: string;
  service: Service;
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
  const say = speaker(words, locale);
  const draft = useStore($draft, { ssr: () => NO_DRAFT });
  const underWay = useStore($picturesUnderWay, { ssr: 'initial' });
  const chosen = draft.topic || topic;
  const asking = useAsking({
    $sending: $asking,
    fields: FIELDS,
    waiting: underWay.length > 0 ? { field: 'pictures', message: say('ask.pictures.waiting') } : null,
    deliver: (website) => sendQuestion({ topic: chosen, locale, website }, service),
    faultText: (fault) => faultText(fault, words, locale),
  });
  const change = (field: Field, part: Partial<Draft>) => {
    write(part);
    asking.clear(field);
  };

  const field = (name: Field) => fieldOf(name, asking.errorOf(name));
  const typed = (name: 'about' | 'email' | 'question') => ({
    name,
    value: draft[name],
    onChange: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) =>
      change(name, { [name]: target.value }),
  });
  const optional = <span className="field-optional"> {say('form.optional')}</span>;
  const prefix = <span className="unseen">{say('form.errorPrefix')} </span>;
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
    <AskForm {...{ asking, threadHref, say }} saved={draft.saved} forget={forgetDraft} own={(key) => say(`ask.${key}`)}>
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
            remove: say('account.file.remove'),
            again: say('account.file.again'),
            type: say('ask.pictures.type'),
            size: say('account.file.size'),
            failed: say('account.file.failed'),
            error: say('form.errorPrefix'),
            sending: (name) => say('account.file.sending', { name }),
            sent: (count) => say('ask.pictures.sent', { count }),
          }}
          add={(file) => void sendPicture(file, service)}
          again={({ file, id }) => void sendPicture(file, service, id)}
          remove={(id) => {
            removePicture(id);
            asking.clear('pictures');
          }}
        />,
        true,
      )}
    </AskForm>
  );
}

/** The id of a field, its error, and the attributes that tie its control to hint and error. */
function fieldOf(name: Field, error: string | undefined) {
  const id = idOf(name);
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
