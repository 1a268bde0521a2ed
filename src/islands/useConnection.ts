import { useEffect } from 'react';

/** What a store offers that follows a stream. */
export interface Connection {
  follow(): Promise<void>;
  leave(): void;
  hide(is: boolean): void;
  connect(is: boolean): void;
  /** True if nothing could be read: it is tried again when the device is back on its network */
  hasFailed(): boolean;
}

/** Follows a stream while the page is open. `connection`: null until it is wanted, else always the same. */
export function useConnection(connection: Connection | null): void {
  useEffect(() => {
    if (!connection) return;
    const { leave, hide, connect, hasFailed } = connection;
    const onVisibility = () => hide(document.hidden);
    const follow = () => {
      onVisibility();
      connect(navigator.onLine);
      void connection.follow();
    };
    // A page in the back-forward cache may not hold a connection, so it reconnects when it is shown again.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && follow();
    const onOnline = () => {
      connect(true);
      if (hasFailed()) void connection.follow();
    };
    const onOffline = () => connect(false);
    follow();
    document.addEventListener('visibilitychange', onVisibility);
    addEventListener('pagehide', leave);
    addEventListener('pageshow', onShow);
    addEventListener('online', onOnline);
    addEventListener('offline', onOffline);
    return () => {
      leave();
      document.removeEventListener('visibilitychange', onVisibility);
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', onShow);
      removeEventListener('online', onOnline);
      removeEventListener('offline', onOffline);
    };
  }, [connection]);
}
