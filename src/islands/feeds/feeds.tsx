/** Shared by the islands of news and flash: chips, notices, buttons. */
import { type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';

export function Chip({ pressed, onPress, children }: { pressed: boolean; onPress: () => void; children: ReactNode }) {
  const press = (event: MouseEvent) => {
    event.preventDefault();
    onPress();
  };
  return (
    <button type="button" className="chip" aria-pressed={pressed} onClick={press}>
      {children}
    </button>
  );
}

/** What stands instead of a list that is empty or could not be read, with what the reader can do about it. */
export function Notice({ text, action, onAction }: { text: string; action: string | null; onAction: () => void }) {
  return (
    <div className="feed-notice">
      <p>{text}</p>
      {action !== null && (
        <button type="button" className="button quiet" onClick={onAction}>
          {action}
        </button>
      )}
    </div>
  );
}

/** What stands instead of a page's item that could not be read: try again, or go back to its list. */
export function NotRead({
  failed,
  back,
  say,
}: {
  failed: string;
  /** Address of the list and the words that lead to it, if there is one */
  back?: readonly [href: string, text: string];
  say: (key: 'news.again' | 'news.offline') => string;
}) {
  const online = useOnline();
  return (
    <div className="wrap opening">
      <p className="lead">{online ? failed : say('news.offline')}</p>
      <p className="actions">
        <button type="button" className="button" onClick={() => location.reload()}>
          {say('news.again')}
        </button>
        {back && (
          <a className="button quiet" href={back[0]}>
            {back[1]}
          </a>
        )}
      </p>
    </div>
  );
}

/** The button at the end of a list that loads older items. */
export function OlderButton({ isLoading, text, onPress }: { isLoading: boolean; text: string; onPress: () => void }) {
  return (
    <button type="button" className="button quiet" aria-disabled={isLoading} onClick={onPress}>
      {text}
    </button>
  );
}

function onNetwork(notify: () => void): () => void {
  addEventListener('online', notify);
  addEventListener('offline', notify);
  return () => {
    removeEventListener('online', notify);
    removeEventListener('offline', notify);
  };
}

/** True if the device reports a network. True on the server. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    onNetwork,
    () => navigator.onLine,
    () => true,
  );
}
