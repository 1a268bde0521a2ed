/** What a store offers that follows a stream. */
export interface Followed {
  follow(): Promise<void>;
  leave(): void;
  hide(is: boolean): void;
  connect(is: boolean): void;
  /** True if nothing could be read: it is tried again when the device is back on its network */
  hasFailed(): boolean;
}

/** Follows a stream while the page is open. Returns a function that ends it. */
export function followPage({ follow, leave, hide, connect, hasFailed }: Followed): () => void {
  const onVisibility = () => hide(document.hidden);
  const begin = () => {
    onVisibility();
    connect(navigator.onLine);
    void follow();
  };
  // A page in the back-forward cache may not hold a connection, so it reconnects when it is shown again.
  const onShow = ({ persisted }: PageTransitionEvent) => persisted && begin();
  const onOnline = () => {
    connect(true);
    if (hasFailed()) void follow();
  };
  const onOffline = () => connect(false);
  const end = new AbortController();
  const { signal } = end;
  begin();
  document.addEventListener('visibilitychange', onVisibility, { signal });
  addEventListener('pagehide', leave, { signal });
  addEventListener('pageshow', onShow, { signal });
  addEventListener('online', onOnline, { signal });
  addEventListener('offline', onOffline, { signal });
  return () => {
    leave();
    end.abort();
  };
}
