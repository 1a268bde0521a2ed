import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import type { SendResult } from '../../api/userCalls.ts';
import type { MessageValues } from '../../i18n/format.ts';
import type { KeysOf } from '../../i18n/messages.ts';
import { reason } from '../failureWords.ts';
import type { REPLIES_WORDS } from './postWords.ts';
import { draftOf, keepDraft } from './replyDraft.ts';

export type SayReply = (key: KeysOf<(typeof REPLIES_WORDS)[number]>, values?: MessageValues) => string;

interface Props<T> {
  /** By which the tab keeps what is typed */
  name: string;
  label: string;
  start?: string;
  action: string;
  hint?: string;
  /** True if it was opened by a button, and takes the focus */
  isOpened: boolean;
  send: (text: string) => Promise<SendResult<T>>;
  onSent: (data: T) => void;
  onCancel?: () => void;
  say: SayReply;
}

/** The form of a reply, or of a correction. What is wrong stands between text and button, and takes the focus. */
export function ReplyForm<T>(props: Props<T>) {
  const { name, label, start = '', action, hint, isOpened, send, onSent, onCancel, say } = props;
  const [text, setText] = useState(() => draftOf(name) ?? start);
  const [isSending, setSending] = useState(false);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const field = useRef<HTMLTextAreaElement>(null);
  const fault = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    if (isOpened) field.current?.focus();
  }, [isOpened]);
  useEffect(() => {
    if (faults.length > 0) fault.current?.focus();
  }, [faults]);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isSending) return;
    setFaults([]);
    setSending(true);
    const sent = await send(text);
    setSending(false);
    if (sent.status === 'saved') {
      keepDraft(name, undefined);
      setText(start);
      onSent(sent.data);
    } else if (sent.status === 'refused') setFaults(sent.fields.map(({ message }) => message));
    else {
      setFaults([say('reply.notSent'), reason(sent.why, say), say('reply.notSent.kept')]);
    }
  };
  const described = [hint !== undefined && `${id}-hint`, faults.length > 0 && `${id}-fault`].filter(Boolean).join(' ');

  return (
    <form className="reply-form" noValidate onSubmit={submit} aria-busy={isSending}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="input"
        rows={4}
        ref={field}
        value={text}
        aria-invalid={faults.length > 0 || undefined}
        aria-describedby={described || undefined}
        onChange={({ target }) => {
          setText(target.value);
          keepDraft(name, target.value === start ? undefined : target.value);
        }}
      />
      {hint !== undefined && (
        <p className="reply-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {faults.length > 0 && (
        <div className="reply-fault" id={`${id}-fault`} role="alert" tabIndex={-1} ref={fault}>
          {faults.map((one) => (
            <p key={one}>{one}</p>
          ))}
        </div>
      )}
      <p className="actions">
        <button type="submit" className="button" aria-disabled={isSending}>
          {isSending ? say('reply.sending') : action}
        </button>
        {onCancel && (
          <button
            type="button"
            className="button quiet"
            onClick={() => {
              keepDraft(name, undefined);
              onCancel();
            }}
          >
            {say('relogin.cancel')}
          </button>
        )}
      </p>
    </form>
  );
}
