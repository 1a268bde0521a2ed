import { sendForUser } from '../../../api/userCalls.ts';
import { tradeCall } from '../../../contract/users.ts';
import type { HighRisk } from '../../../forms/lists.ts';
import { Confirm } from '../Setting.tsx';
import type { TradePart } from './tradeWords.ts';

/** Asks whether to withdraw a signature or a status, and does it. */
export function Withdraw({
  what,
  question,
  done,
  replace,
  say,
  service,
}: TradePart & { what: HighRisk | 'accreditedInvestor' | 'qualifiedPurchaser'; question: string; done: () => void }) {
  return (
    <Confirm
      question={question}
      yes={say('user.trade.withdraw.yes')}
      send={() => sendForUser(tradeCall, service, { method: 'put', json: { withdraw: [what] } })}
      onDone={(saved) => {
        replace(saved);
        done();
      }}
      say={say}
    />
  );
}
