/** The form of the site, around its controls (controls.tsx). */
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import type { FieldFault } from '../../api/sending.ts';
import { lookUp } from '../../lookUp.ts';
import { Attention } from './controls.tsx';
import { type FieldContext, FieldsContext } from './field.ts';

export type Answers = Readonly<Record<string, unknown>>;

/** Answers that live as long as their form is shown, and what is wrong with them until they change. */
export function useForm(start: Answers, onChange?: () => void) {
  const [answers, setAnswers] = useState(start);
  const [faults, setFaults] = useState<readonly FieldFault[]>([]);
  const useAnswer: FieldContext['useAnswer'] = (field) => [
    lookUp(answers, field),
    (value) => {
      setAnswers((before) => ({ ...before, [field]: value }));
      setFaults((before) => before.filter((fault) => fault.field !== field));
      onChange?.();
    },
  ];
  return { answers, setAnswers, faults, setFaults, useAnswer };
}

interface Props {
  className: string;
  heading?: 'h2' | 'h3';
  fields: FieldContext;
  faults: readonly FieldFault[];
  /** The id of the control that a fault leads to; null if the form has none */
  controlOf: (field: string) => string | null;
  /** Why it was not sent: a title and sentences */
  failure: readonly [title: string, ...texts: string[]] | null;
  /** Where the failure stands */
  failureAt?: 'above' | 'below';
  isSending: boolean;
  submit: () => unknown;
  /** Words of the button */
  button: string;
  /** True if it is not the first thing to do on its page */
  quiet?: boolean;
  /** What the button has done; undefined if it never says so */
  status?: string;
  /** Below the button */
  below?: ReactNode;
  children: ReactNode;
}

/** What is wrong stands above the form, and at each control until that changes. The button says that it is being sent. */
export function Form(props: Props) {
  const { className, heading: Heading = 'h3', fields, faults, controlOf, failure, isSending, status } = props;
  const statusId = useId();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isSending) void props.submit();
  };
  const failed = failure && (
    <Attention className="send-failed" isSending={isSending}>
      <Heading>{failure[0]}</Heading>
      {failure.slice(1).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Attention>
  );
  return (
    <FieldsContext value={fields}>
      <form className={className} noValidate onSubmit={submit} aria-busy={isSending}>
        {faults.length > 0 && (
          <Attention className="error-summary" isSending={isSending}>
            <Heading>{fields.say('form.problem')}</Heading>
            <ul>
              {faults.map(({ field, message }) => {
                const control = controlOf(field);
                return <li key={field}>{control === null ? message : <a href={`#${control}`}>{message}</a>}</li>;
              })}
            </ul>
          </Attention>
        )}
        {props.failureAt !== 'below' && failed}
        {props.children}
        {props.failureAt === 'below' && failed}
        <p className="actions">
          <button
            type="submit"
            className={props.quiet ? 'button quiet' : 'button'}
            aria-disabled={isSending}
            aria-describedby={status === undefined ? undefined : statusId}
          >
            {props.button}
          </button>
          {status !== undefined && (
            <span className="profile-saved" id={statusId} role="status">
              {status}
            </span>
          )}
        </p>
        {props.below}
      </form>
    </FieldsContext>
  );
}
