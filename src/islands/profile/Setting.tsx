import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { FailureReason } from '../../api/sending.ts';
import type { SendResult } from '../../api/userCalls.ts';
import { reason, type SayError } from '../failureWords.ts';
import type { Say } from './parts.tsx';

/** Closes the form of a setting, and says what has been done. */
export type Close = (announcement?: string) => void;

/**
 * A setting: its name, its value, and a button that opens what changes it. `others` are further buttons, which can say
 * what they have done.
 */
export function Setting({
  name,
  action,
  others,
  face,
  say,
  value,
  children,
}: {
  name: string;
  /** The initials of a person, before the name */
  face?: string;
  /** The words of the button; null if nothing can be changed */
  action: string | null;
  others?: ((tell: (announcement: string) => void) => ReactNode) | undefined;
  say: Say<'relogin.cancel'>;
  value?: ReactNode;
  children: (close: Close) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  const id = useId();

  // The first control is focused when it appears, and the button once the form is gone.
  useEffect(() => {
    if (isOpen) box.current?.querySelector<HTMLElement>('input, button, a')?.focus();
    else if (wasOpen.current) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const close: Close = (what = '') => {
    setOpen(false);
    setAnnouncement(what);
  };

  return (
    <div className="setting">
      <div className="setting-line">
        {face !== undefined && (
          <span className="user-initials avatar setting-face" aria-hidden="true">
            {face}
          </span>
        )}
        <div>
          <h3>{name}</h3>
          {value !== undefined && <div className="setting-value">{value}</div>}
        </div>
        {(action !== null || others) && (
          <p className="setting-buttons">
            {action !== null && (
              <button
                type="button"
                className="button quiet"
                ref={button}
                aria-expanded={isOpen}
                aria-controls={isOpen ? id : undefined}
                onClick={() => {
                  setAnnouncement('');
                  setOpen(!isOpen);
                }}
              >
                {isOpen ? say('relogin.cancel') : action}
                <span className="unseen">: {name}</span>
              </button>
            )}
            {!isOpen && others?.(setAnnouncement)}
          </p>
        )}
      </div>
      <p className="setting-said" role="status">
        {announcement}
      </p>
      {isOpen && (
        <div className="setting-form" id={id} ref={box}>
          {children(close)}
        </div>
      )}
    </div>
  );
}

/** Says what was done in words that take the focus, because the control that was pressed may be gone. */
export function useAnnouncement() {
  const [text, setText] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  const announce = (words: string) => {
    setText(words);
    status.current?.focus();
  };
  const announcement = (
    <p className="setting-said" role="status" tabIndex={-1} ref={status}>
      {text}
    </p>
  );
  return { announcement, announce, isSilent: text === '' };
}

/** Sends something at the press of a button. `failure` says what is wrong, until it is sent again. */
export function useAct(say: SayError) {
  const [isBusy, setBusy] = useState(false);
  const [why, setWhy] = useState<FailureReason | null>(null);
  const act = async <T,>(send: () => Promise<SendResult<T>>, done: (data: T) => void) => {
    if (isBusy) return;
    setBusy(true);
    setWhy(null);
    const sent = await send();
    setBusy(false);
    if (sent.status === 'saved') done(sent.data);
    else setWhy(sent.status === 'failed' ? sent.why : { text: sent.fields.map(({ message }) => message).join(' ') });
  };
  const failure = why !== null && (
    <p className="field-error" role="alert">
      {reason(why, say)}
    </p>
  );
  return { act, isBusy, failure };
}

/** Asks whether to do something, and does it. */
export function Confirm<T>({
  question,
  yes,
  send,
  onDone,
  say,
}: {
  question: string;
  /** The words of the button */
  yes: string;
  send: () => Promise<SendResult<T>>;
  onDone: (data: T) => void;
  say: Say;
}) {
  const { act, isBusy, failure } = useAct(say);
  return (
    <>
      <p>{question}</p>
      {failure}
      <p className="actions">
        <button type="button" className="button" aria-disabled={isBusy} onClick={() => void act(send, onDone)}>
          {yes}
        </button>
      </p>
    </>
  );
}
