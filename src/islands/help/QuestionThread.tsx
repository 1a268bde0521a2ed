import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { Service } from '../../contract/common.ts';
import { readThreadHash, threadPath } from '../../contract/questionLink.ts';
import type { QuestionThread as Thread } from '../../contract/support.ts';
import { speaker } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { lookUp } from '../../lookUp.ts';
import { $questions, forgetQuestion, keepQuestion, type SentQuestion } from '../../stores/sentQuestions.ts';
import { readThread, write } from '../../stores/supportQuestion.ts';
import { instantIn } from '../time.ts';
import { ENQUIRY_FACT_WORDS, type EnquiryNames, enquiryFacts } from './enquiryFacts.ts';

export const THREAD_WORDS = [
  ...ENQUIRY_FACT_WORDS,
  'account.reference',
  'account.state',
  'ask.question',
  'ask.topic',
  'closing.ask.action',
  'thread.*',
] as const;

export interface Props {
  locale: Locale;
  lang: string;
  service: Service;
  topics: Readonly<Record<string, string>>;
  /** Names of what an advertising request may choose */
  names: EnquiryNames;
  /** When an answer can be expected; null if the operator promises nothing */
  expected: string | null;
  /** Addresses of the form and of this page */
  askHref: string;
  threadHref: string;
  words: Words<(typeof THREAD_WORDS)[number]>;
}

/**
 * A question with its answers: the one of the link by which the visitor came, or the newest that this device keeps. The
 * secret of a link is kept and removed from the address, so that nobody reads it over a shoulder or in a screenshot.
 */
export default function QuestionThread(props: Props) {
  const { locale, lang, service, askHref, threadHref, words } = props;
  const say = speaker(words, locale);
  const sentQuestions = useStore($questions, { ssr: () => [] });
  const [chosen, setChosen] = useState<SentQuestion | null>(null);
  const [thread, setThread] = useState<Thread | 'unknown' | 'failed' | 'none' | 'loading'>('loading');
  const last = useRef<SentQuestion | null>(null);

  const open = async (question: SentQuestion | null) => {
    last.current = question;
    setChosen(question);
    setThread(question ? 'loading' : 'none');
    if (!question) return;
    const found = await readThread(question, service);
    // Meanwhile another question was chosen, or this one forgotten.
    if (last.current !== question) return;
    setThread(found);
    // A link is kept only if it leads to a question.
    if (typeof found === 'object') keepQuestion({ ...question, askedAt: found.askedAt });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; later links of this page change the fragment
  useEffect(() => {
    const follow = () => {
      const linked = readThreadHash(location.hash);
      if (linked) history.replaceState(history.state, '', location.pathname);
      void open(linked ? { ...linked, askedAt: null } : ($questions.get()[0] ?? null));
    };
    const onHash = () => readThreadHash(location.hash) && follow();
    follow();
    addEventListener('hashchange', onHash);
    return () => removeEventListener('hashchange', onHash);
  }, []);

  const others = sentQuestions.filter(({ reference }) => reference !== chosen?.reference);
  const isFound = typeof thread === 'object';

  return (
    <div className="thread">
      <div aria-live="polite" aria-busy={thread === 'loading'}>
        {thread === 'loading' && <p className="thread-said">{say('thread.loading')}</p>}
        {thread === 'none' && <p className="thread-said">{say('thread.none')}</p>}
        {thread === 'unknown' && <p className="thread-said">{say('thread.unknown')}</p>}
        {thread === 'failed' && <p className="thread-said">{say('thread.failed')}</p>}
        {isFound && <FoundThread thread={thread} {...props} />}
      </div>
      <p className="actions">
        {chosen && thread !== 'unknown' && (
          <button type="button" className="button" onClick={() => void open(chosen)}>
            {say('thread.reload')}
          </button>
        )}
        <a
          className={chosen && thread !== 'unknown' ? 'button quiet' : 'button'}
          href={askHref}
          onClick={() => {
            if (isFound) write({ about: thread.reference, topic: thread.topic });
          }}
        >
          {say(isFound ? 'thread.further' : 'closing.ask.action')}
        </a>
      </p>
      {chosen && (
        <div className="thread-device">
          {isFound && (
            <p>
              <a href={threadHref + threadPath(chosen.reference, chosen.secret).replace(/^[^#]*/, '')}>
                {say('thread.link')}
              </a>
              <span className="field-hint">{say('thread.link.hint')}</span>
            </p>
          )}
          {thread !== 'failed' && (
            <p>
              <button
                type="button"
                onClick={() => {
                  forgetQuestion(chosen.reference);
                  void open($questions.get()[0] ?? null);
                }}
              >
                {say('thread.forget')}
              </button>
            </p>
          )}
        </div>
      )}
      {others.length > 0 && (
        <section className="thread-others" aria-labelledby="thread-others">
          <h2 id="thread-others">{say('thread.others')}</h2>
          <ul>
            {others.map((question) => (
              <li key={question.reference}>
                <button type="button" onClick={() => void open(question)}>
                  {question.reference}
                </button>{' '}
                {question.askedAt && <Time iso={question.askedAt} lang={lang} />}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** The facts of a question, its text, its answers. */
function FoundThread({ thread, topics, names, expected, locale, lang, words }: Props & { thread: Thread }) {
  const say = speaker(words, locale);
  return (
    <>
      <dl className="thread-facts">
        <div>
          <dt>{say('account.reference')}</dt>
          <dd className="reference">{thread.reference}</dd>
        </div>
        <div>
          <dt>{say('account.state')}</dt>
          <dd>
            {say(`thread.state.${thread.state}`)}
            {expected !== null && thread.state === 'received' && <p className="field-hint">{expected}</p>}
          </dd>
        </div>
        <div>
          <dt>{say('ask.topic')}</dt>
          <dd>{lookUp(topics, thread.topic)}</dd>
        </div>
        <div>
          <dt>{say('thread.asked')}</dt>
          <dd>
            <Time iso={thread.askedAt} lang={lang} />
          </dd>
        </div>
        {thread.enquiry &&
          enquiryFacts(thread.enquiry, names, { locale, lang }).map(([word, text]) => (
            <div key={word}>
              <dt>{say(word)}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
      <article className="thread-part">
        <h2>{say('ask.question')}</h2>
        <p className="thread-text">{thread.question}</p>
        {thread.pictures > 0 && <p className="field-hint">{say('thread.pictures', { count: thread.pictures })}</p>}
      </article>
      {thread.answers.map(({ at, text }) => (
        <article className="thread-part thread-answer" key={at}>
          <h2>{say('thread.answer', { time: instantIn(lang)(at) })}</h2>
          <p className="thread-text">{text}</p>
        </article>
      ))}
    </>
  );
}

/** A time with the name of its zone. */
function Time({ iso, lang }: { iso: string; lang: string }) {
  return <time dateTime={iso}>{instantIn(lang)(iso)}</time>;
}
