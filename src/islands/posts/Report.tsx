import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { $user } from '../../browserState/user.ts';
import type { ReportProps } from './ReportForm.tsx';

const ReportForm = lazy(() => import('./ReportForm.tsx'));

/** Reports a post or a reply. Who is not logged in logs in first; the form is loaded once somebody asks for it. */
export function Report(props: ReportProps) {
  const { loginHref, say } = props;
  const user = useStore($user, { ssr: 'initial' });
  const [state, setState] = useState<'closed' | 'open' | 'sent'>('closed');
  if (state === 'sent') return <p role="status">{say('report.sent')}</p>;
  if (user === null || user === 'unread') {
    return (
      <p>
        <a
          href={loginHref}
          onClick={({ currentTarget }) => {
            currentTarget.search = `?to=${encodeURIComponent(location.pathname)}`;
          }}
        >
          {say('report.open')}
        </a>
      </p>
    );
  }
  return (
    <div className="report">
      <button
        type="button"
        className={props.kind === 'reply' ? 'reply-act' : 'button quiet'}
        aria-expanded={state === 'open'}
        onClick={() => setState(state === 'open' ? 'closed' : 'open')}
      >
        {say('report.open')}
      </button>
      {state === 'open' && (
        <Suspense fallback={null}>
          <ReportForm {...props} onSent={() => setState('sent')} />
        </Suspense>
      )}
    </div>
  );
}
