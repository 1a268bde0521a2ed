/** What the forms of a post share: what is typed in them stays on the device, and is sent. */
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { FailureReason } from '../../../api/sending.ts';
import type { SendResult } from '../../../api/userCalls.ts';
import { newKey } from '../../../browserState/idempotencyKey.ts';
import { lookUp } from '../../../lookUp.ts';
import { $keptDrafts, forgetKept, keepDraft } from '../../../stores/postDrafts.ts';
import { type Answers, useForm } from '../../formControls/Form.tsx';
import { instantIn } from '../../time.ts';
import { isSame, isStray } from './answers.ts';
import { type OwnPostProps, sayIn } from './ownPostParts.ts';

/** A form of a post: its answers, what is wrong with them, how they are sent. `D`: what the form does by sending. */
export function usePostForm<D extends string>(start: Answers, changed: () => Promise<void>) {
  const [why, setWhy] = useState<FailureReason | null>(null);
  const [doing, setDoing] = useState<D | null>(null);
  const form = useForm(start, () => setWhy(null));
  const send = async <T,>(what: D, sending: Promise<SendResult<T>>, done: (data: T) => void) => {
    form.setFaults([]);
    setWhy(null);
    setDoing(what);
    const sent = await sending;
    setDoing(null);
    if (sent.status === 'saved') return done(sent.data);
    if (sent.status === 'refused') {
      // Of several symbols the first one that is wrong.
      return form.setFaults(
        sent.fields.map(({ field, message }) => ({ field: field.replace(/^symbols\..*/, 'symbols'), message })),
      );
    }
    setWhy(sent.why);
    // It may have changed elsewhere.
    if (typeof sent.why === 'object') await changed();
  };
  return { ...form, why, setWhy, doing, send };
}

/**
 * Keeps what is typed on the device as long as it is not saved. `id`: the post that it changes, null if it is a new one.
 * `left`: what other forms have left there for the same, as answers of this one. `begin` leaves what is typed there, too.
 */
export function useKeptDraft(own: OwnPostProps['own'], id: string | null, answers: Answers, isSaved: boolean) {
  const [form, setForm] = useState(newKey);
  const { owner } = own;
  useEffect(() => {
    if (isSaved) forgetKept(form);
    else keepDraft({ owner, post: id, form, at: Date.now(), answers });
  }, [owner, id, form, answers, isSaved]);
  const left = useStore($keptDrafts)
    .filter((kept) => kept.form !== form && kept.owner === owner)
    .filter((kept) => (id === null ? isStray(kept, own) : kept.post === id))
    .map((kept) => {
      const whole = Object.entries(answers).map(([name, now]) => {
        const typed = lookUp(kept.answers, name);
        return [name, typed === undefined ? now : typed];
      });
      return { ...kept, answers: Object.fromEntries(whole) as Answers };
    })
    .filter((kept) => !isSame(kept.answers, answers));
  return { left, begin: () => setForm(newKey()), forget: () => forgetKept(form) };
}

/** What other forms have left on the device: to be shown instead, or deleted. */
export function Left({
  left,
  onTake,
  ...props
}: OwnPostProps & { left: ReturnType<typeof useKeptDraft>['left']; onTake: (answers: Answers) => void }) {
  const say = sayIn(props);
  const instant = instantIn(props.lang);
  return left.map(({ form, at, answers }) => (
    <Offer
      key={form}
      text={say('user.posts.kept', { time: instant(new Date(at).toISOString()) })}
      title={String(answers.title || say('user.posts.untitled'))}
      take={say('user.posts.kept.take')}
      onTake={() => {
        onTake(answers);
        forgetKept(form);
      }}
      leave={say('user.posts.kept.leave')}
      onLeave={() => forgetKept(form)}
    />
  ));
}

/** Another version: to be shown instead, or left. */
export function Offer({
  text,
  title,
  take,
  onTake,
  leave,
  onLeave,
}: Record<'text' | 'take' | 'leave', string> & { title?: string } & Record<'onTake' | 'onLeave', () => void>) {
  return (
    <div className="field-notice">
      <p>
        {text}
        {title !== undefined && (
          <>
            {' '}
            <strong>{title}</strong>
          </>
        )}
      </p>
      <p className="actions">
        <button type="button" className="button quiet" onClick={onTake}>
          {take}
        </button>
        <button type="button" className="button quiet" onClick={onLeave}>
          {leave}
        </button>
      </p>
    </div>
  );
}
