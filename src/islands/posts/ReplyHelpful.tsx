import { useState } from 'react';
import { sendReply } from '../../api/replies.ts';
import type { Service } from '../../contract/common.ts';
import { reason } from '../failureWords.ts';
import type { SayReply } from './ReplyForm.tsx';

/** Finds something helpful, or no longer. The count changes at once, and back if it is not stored. */
export function Helpful({
  of,
  id,
  count: start,
  isMarked,
  onMarked,
  service,
  say,
  lang,
}: {
  of: 'post' | 'reply';
  id: string;
  count: number;
  isMarked: boolean;
  onMarked: (isMarked: boolean) => void;
  service: Service;
  say: SayReply;
  lang: string;
}) {
  const [count, setCount] = useState(start);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const press = async () => {
    if (isBusy) return;
    const wanted = !isMarked;
    setBusy(true);
    setFault('');
    setCount(count + (wanted ? 1 : -1));
    onMarked(wanted);
    const sent = await sendReply((calls) => (of === 'post' ? calls.postMarkCall : calls.replyMarkCall), service, {
      method: wanted ? 'put' : 'delete',
      parameters: { id },
    });
    setBusy(false);
    if (sent.status === 'saved') return setCount(sent.data.helpful);
    setCount(count);
    onMarked(!wanted);
    if (sent.status === 'failed') setFault(reason(sent.why, say));
  };
  return (
    <>
      <button type="button" className="reply-act" aria-pressed={isMarked} onClick={() => void press()}>
        {say('reply.helpful')}
        {count > 0 && <span className="reply-count"> {new Intl.NumberFormat(lang).format(count)}</span>}
      </button>
      {fault !== '' && (
        <span className="reply-fault" role="alert">
          {' '}
          {fault}
        </span>
      )}
    </>
  );
}
