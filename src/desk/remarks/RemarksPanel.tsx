/** Beside the text: questions at its sections, and to whom it is given. */
import { type FormEvent, useCallback, useState } from 'react';
import { shownAct } from '../../authoring/translation/actText.ts';
import { call, reasonOf } from '../frame/callServer.ts';
import { EDIT_WORDS } from '../frame/deskWords.ts';
import { useAsked } from '../frame/hooks.ts';
import { Waiting } from '../frame/Waiting.tsx';
import type { PanelProps } from '../page/panel.ts';
import type { TextRemarks } from './remarkCalls.ts';
import type { Question } from './remarks.ts';
import { REMARK_WORDS } from './remarkWords.ts';

export function RemarksPanel({ locale, page, opened }: PanelProps) {
  const ask = useCallback((signal: AbortSignal) => call('remarksOf', { locale, page }, signal), [locale, page]);
  const { answer: remarks, fault, again, setAnswer: setRemarks } = useAsked<TextRemarks>(ask);
  const [actFault, setActFault] = useState('');
  const of = { locale, page };

  /** Sends what a form says. What was typed stays if it is refused. */
  const sending =
    (send: (field: (name: string) => string) => Promise<TextRemarks>) => async (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const form = event.currentTarget;
      const values = new FormData(form);
      try {
        setRemarks(await send((name) => String(values.get(name) ?? '')));
        setActFault('');
        form.reset();
      } catch (error) {
        setActFault(reasonOf(error));
      }
    };

  if (!remarks) return <Waiting what={REMARK_WORDS.reading} fault={fault} again={again} />;
  const { questions, given, people } = remarks;
  const headings = new Map(opened.sections.map(({ id, heading }) => [id, heading || EDIT_WORDS.opening]));
  const nameOf = ({ section }: Question) => headings.get(section) ?? section;
  const [open, settled] = [questions.filter((one) => !one.settled), questions.filter((one) => one.settled)];
  return (
    <div className="desk-offers desk-remarks">
      {actFault && <p role="alert">{actFault}</p>}
      {open.length === 0 && <p>{REMARK_WORDS.none}</p>}
      {open.map((question) => (
        <section key={question.id} aria-label={question.asks}>
          <Thread question={question} section={nameOf(question)} />
          <form
            onSubmit={sending((field) =>
              call('answerQuestion', { ...of, question: question.id, answers: field('answers') }),
            )}
          >
            <Words name="answers" label={REMARK_WORDS.answer} send={REMARK_WORDS.sendAnswer} />
          </form>
          <form onSubmit={sending(() => call('settle', { ...of, question: question.id }))}>
            <button type="submit" className="button quiet">
              {REMARK_WORDS.settle}
            </button>
          </form>
        </section>
      ))}
      <form onSubmit={sending((field) => call('ask', { ...of, section: field('section'), asks: field('asks') }))}>
        <label>
          {REMARK_WORDS.at}
          <select name="section">
            {opened.sections.map(({ id, heading }) => (
              <option key={id} value={id}>
                {heading || EDIT_WORDS.opening}
              </option>
            ))}
          </select>
        </label>
        <Words name="asks" label={REMARK_WORDS.ask} send={REMARK_WORDS.send} />
      </form>
      <form onSubmit={sending((field) => call('give', { ...of, to: field('to') }))}>
        {given && (
          <p>
            {REMARK_WORDS.givenTo} <strong>{given.to}</strong> <small>{shownAct(given.by)}</small>
          </p>
        )}
        <label>
          {REMARK_WORDS.give}
          <input name="to" list="desk-people" autoComplete="off" maxLength={200} />
        </label>
        <datalist id="desk-people">
          {people.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <small>{REMARK_WORDS.nobody}</small>
        <button type="submit" className="button quiet">
          {REMARK_WORDS.sendGive}
        </button>
      </form>
      {settled.length > 0 && (
        <details>
          <summary>
            {REMARK_WORDS.settledOnes} <small>{settled.length}</small>
          </summary>
          {settled.map((question) => (
            <Thread key={question.id} question={question} section={nameOf(question)} />
          ))}
        </details>
      )}
    </div>
  );
}

/** A text to write, and the button that sends it. */
function Words({ name, label, send }: { name: string; label: string; send: string }) {
  return (
    <>
      <label>
        {label}
        <textarea name={name} rows={3} maxLength={2000} required />
      </label>
      <button type="submit" className="button quiet">
        {send}
      </button>
    </>
  );
}

function Thread({ question: { asks, by, answers, settled }, section }: { question: Question; section: string }) {
  return (
    <ul>
      <li>
        <strong>{section}</strong>
        <p>{asks}</p>
        <small>{shownAct(by)}</small>
      </li>
      {answers.map(({ answers: text, by: whose }) => (
        <li key={whose}>
          <p>{text}</p>
          <small>{shownAct(whose)}</small>
        </li>
      ))}
      {settled && (
        <li>
          <small>
            {REMARK_WORDS.settled}: {shownAct(settled)}
          </small>
        </li>
      )}
    </ul>
  );
}
