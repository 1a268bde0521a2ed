import type { HighRisk } from '../../accounts/lists.ts';
import { tradeCall } from '../../contract/users.ts';
import { sendOwn } from '../../stores/profile.ts';
import { useAct } from '../Profile/Setting.tsx';
import type { Part } from './words.ts';

/** Asks whether to withdraw a signature or a status, and does it. */
export function Withdraw({
  what,
  question,
  done,
  replace,
  say,
  service,
}: Part & { what: HighRisk | 'accreditedInvestor' | 'qualifiedPurchaser'; question: string; done: () => void }) {
  const { act, isBusy, failure } = useAct(say);
  return (
    <>
      <p>{question}</p>
      {failure}
      <p className="actions">
        <button
          type="button"
          className="button"
          aria-disabled={isBusy}
          onClick={() =>
            void act(
              () => sendOwn(tradeCall, service, { method: 'put', json: { withdraw: [what] } }),
              (saved) => {
                replace(saved);
                done();
              },
            )
          }
        >
          {say('user.trade.withdraw.yes')}
        </button>
      </p>
    </>
  );
}
