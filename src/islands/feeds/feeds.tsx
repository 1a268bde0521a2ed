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
