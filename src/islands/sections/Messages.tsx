import { useStore } from '@nanostores/react';
import type { CompiledMessage } from 'icu-minify/format';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { TOAST_MS } from '../../browserState/keys.ts';
import { $messages, dismiss, type Message } from '../../browserState/messages.ts';
import { $relogin, declineRelogin, logInAfterReload } from '../../browserState/relogin.ts';
import type { Service } from '../../contract/common.ts';
import type { TransportKind } from '../../contract/errors.ts';
import { formatMessage } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';

export interface MessageTexts {
  kinds: Record<TransportKind | 'forbidden', string>;
  label: string;
  close: string;
  times: CompiledMessage;
  quote: CompiledMessage;
  list: CompiledMessage;
  relogin: { title: string; again: string; cancel: string };
}

interface Props {
  locale: Locale;
  lang: string;
  /** None without an API, which could end no session */
  service: Service | undefined;
  words: MessageTexts;
}

/** Toasts, the list of the visit's messages, the dialog of an ended session. Frame.ts wakes it when there is one. */
export default function Messages({ locale, lang, service, words }: Props) {
  const messages = useStore($messages, { ssr: 'initial' });
  const relogin = useStore($relogin, { ssr: 'initial' });
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    if (relogin === 'open') dialog.current?.showModal();
    else dialog.current?.close();
  }, [relogin]);

  const textOf = (message: Message) =>
    'text' in message
      ? message.text + (message.requestId ? ` ${formatMessage(words.quote, locale, { id: message.requestId })}` : '')
      : words.kinds[message.kind];
  const shown = messages.filter((message) => message.shown);

  return (
    <section className="messages" aria-label={words.label}>
      <div className="toasts">
        {/* Always in the page: screen readers announce what is added to an existing live region. */}
        <ul aria-live="assertive">
          {shown.map((message) => (
            <Toast key={message.id} message={message} close={words.close}>
              {textOf(message)}
              {message.count > 1 && (
                <span className="times">{formatMessage(words.times, locale, { count: message.count })}</span>
              )}
            </Toast>
          ))}
        </ul>
      </div>
      {messages.length > 0 && (
        <>
          <button type="button" className="message-list-button" popoverTarget="message-list">
            {formatMessage(words.list, locale, { count: messages.length })}
          </button>
          <div id="message-list" className="message-list" popover="auto">
            <ul>
              {messages
                .toSorted((a, b) => b.at - a.at || b.id - a.id)
                .map((message) => (
                  <li key={message.id}>
                    <time dateTime={new Date(message.at).toISOString()}>
                      {new Intl.DateTimeFormat(lang, { timeStyle: 'short' }).format(message.at)}
                    </time>
                    {textOf(message)}
                  </li>
                ))}
            </ul>
          </div>
        </>
      )}
      <dialog ref={dialog} className="relogin" aria-labelledby="relogin-title" onCancel={declineRelogin}>
        <p id="relogin-title">{words.relogin.title}</p>
        <div className="actions">
          <button
            type="button"
            className="button"
            onClick={async () => {
              if (service) await (await import('../../stores/user.ts')).logOutUser(service);
              logInAfterReload();
              location.reload();
            }}
          >
            {words.relogin.again}
          </button>
          <button type="button" className="button quiet" onClick={declineRelogin}>
            {words.relogin.cancel}
          </button>
        </div>
      </dialog>
    </section>
  );
}

/** Closes after five seconds. The timer pauses while the toast is hovered or has the focus. */
function Toast({ message, close, children }: { message: Message; close: string; children: ReactNode }) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = hovered || focused;
  const left = useRef(TOAST_MS);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a repeated message starts its time anew
  useEffect(() => {
    left.current = TOAST_MS;
  }, [message.count]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    if (held || message.stays) return;
    const since = Date.now();
    const timer = setTimeout(() => dismiss(message.id), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (Date.now() - since));
    };
  }, [held, message.id, message.stays, message.count]);

  return (
    <li
      className="toast"
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <p>{children}</p>
      <button type="button" aria-label={close} onClick={() => dismiss(message.id)} />
    </li>
  );
}
