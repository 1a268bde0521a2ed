import { type ReactNode, useState } from 'react';
import type { CallAddress } from '../../api/userCalls.ts';
import type { Call, CallData, Service } from '../../contract/common.ts';
import { Loaded, type Resource, type Say, useResource } from '../profile/parts.tsx';
import { useFocus } from '../useFocus.ts';

interface Props<C extends Call> {
  described: C;
  service: Service;
  place: CallAddress;
  loginHref: string;
  say: Say<'news.more'>;
  /** Shows a page; `isFirst` is true for the first one */
  children: (data: CallData<C>, resource: Resource<CallData<C>>, isFirst: boolean) => ReactNode;
}

/** A list whose next page follows the last one at the press of a button. A page names its next one in `next`. */
export function Pages<C extends Call>({ after, ...props }: Props<C> & { after?: string }) {
  const { described, service, place, loginHref, say, children } = props;
  const query = { ...place.query, ...(after !== undefined && { after }) };
  const resource = useResource(described, service, { ...place, query });
  const [next, setNext] = useState<string | null>(null);
  // The button that was pressed is gone, so the page that it loads takes its focus; the first page takes none.
  const box = useFocus<HTMLDivElement>(after ?? null);
  return (
    <>
      <div className="company-page" tabIndex={-1} ref={box}>
        <Loaded resource={resource} rows={3} loginHref={loginHref} say={say}>
          {(data) => {
            const { next: following } = data as { next: string | null };
            return (
              <>
                {children(data, resource, after === undefined)}
                {following !== null && next === null && (
                  <p className="actions">
                    <button type="button" className="button quiet" onClick={() => setNext(following)}>
                      {say('news.more')}
                    </button>
                  </p>
                )}
              </>
            );
          }}
        </Loaded>
      </div>
      {next !== null && <Pages {...props} after={next} />}
    </>
  );
}
