import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { FailureReason } from '../../../api/sending.ts';
import { sendForUser } from '../../../api/userCalls.ts';
import { newKey } from '../../../browserState/idempotencyKey.ts';
import type { CallData } from '../../../contract/common.ts';
import { LANGUAGE_OF } from '../../../contract/news.ts';
import { draftCall, type OwnPost, ownPostCall, type PostNode, publishPostCall } from '../../../contract/posts.ts';
import type { PostDraft } from '../../../forms/postForms.ts';
import { $keptDrafts, forgetKept, type KeptDraft, keepDraft } from '../../../stores/postDrafts.ts';
import { reason } from '../../failureWords.ts';
import { Form, useForm } from '../../formControls/Form.tsx';
import { errorIn } from '../../formControls/field.ts';
import { type Close, Confirm } from '../Setting.tsx';
import { instantIn } from '../time.ts';
import { answersOf, bodyOf, isSame } from './answers.ts';
import { Fields } from './Fields.tsx';
import { type Part, sayIn, Text } from './parts.tsx';

/** `text`: null as long as it was not saved here, and so not seen */
type Stored = Omit<CallData<typeof draftCall>, 'text'> & { text: readonly PostNode[] | null };
const unseen = ({ id, savedAt }: OwnPost): Stored => ({ id, savedAt, text: null });
const formOf = (post: OwnPost) => answersOf(post.draft as unknown as PostDraft, post.company);
/** A post that nobody has sent: its author can change it. */
export const isUnsent = ({ state }: Pick<OwnPost, 'state'>) => state === 'draft' || state === 'refused';

/**
 * A draft: saved as often as its author likes, shown as readers will see it, then published. What is not saved yet, the
 * device keeps; a version of the other side is offered, and replaces nothing by itself.
 */
export function Draft(
  props: Part & {
    /** The draft; without one, a new one is begun */
    post?: OwnPost;
    close: Close;
    /** Called with the id of a new draft once it is saved, with null when it is left */
    onBegun?: (id: string | null) => void;
  },
) {
  const { own, post, service, lang, locale, changed, close, onBegun } = props;
  const say = sayIn(props);
  const [form, setForm] = useState(newKey);
  const [stored, setStored] = useState<Stored | null>(post ? unseen(post) : null);
  const [before, setBefore] = useState(() =>
    post
      ? formOf(post)
      : answersOf(
          {
            ...{ language: LANGUAGE_OF[locale], title: '', text: '', symbols: [], series: null },
            ...{ holding: null, pricesOn: null, recommendation: null },
          },
          null,
        ),
  );
  const [why, setWhy] = useState<FailureReason | null>(null);
  const [busy, setBusy] = useState<'saving' | 'publishing' | null>(null);
  const [drops, setDrops] = useState(false);
  const { answers, setAnswers, faults, setFaults, useAnswer } = useForm(before, () => setWhy(null));
  const isSaved = isSame(answers, before);
  const id = stored?.id ?? null;

  const { owner } = own;
  useEffect(() => {
    if (isSaved) forgetKept(form);
    else keepDraft({ owner, post: id, form, at: Date.now(), answers });
  }, [owner, id, form, answers, isSaved]);
  useEffect(() => () => onBegun?.(null), [onBegun]);

  const isOffered = (kept: KeptDraft) =>
    kept.form !== form &&
    kept.owner === owner &&
    // What belongs to no draft any more could be a new one.
    (id === null ? !own.list.some((one) => isUnsent(one) && one.id === kept.post) : kept.post === id) &&
    !isSame(kept.answers, answers);
  const kept = useStore($keptDrafts).filter(isOffered);
  const current = post ?? own.list.find((one) => one.id === id);
  const newer = stored && current && current.savedAt > stored.savedAt ? current : null;

  /** Shows other answers. Those of this form stay on the device if they are not saved. */
  const show = (others: typeof answers) => {
    if (!isSaved) setForm(newKey());
    setAnswers(others);
    setFaults([]);
  };
  const send = async <T,>(
    doing: NonNullable<typeof busy>,
    sending: ReturnType<typeof sendForUser>,
    done: (data: T) => void,
  ) => {
    setFaults([]);
    setWhy(null);
    setBusy(doing);
    const sent = await sending;
    setBusy(null);
    if (sent.status === 'saved') return done(sent.data as T);
    if (sent.status === 'refused') {
      // Of several symbols the first one that is wrong.
      return setFaults(
        sent.fields.map(({ field, message }) => ({ field: field.replace(/^symbols\..*/, 'symbols'), message })),
      );
    }
    setWhy(sent.why);
    // It may have changed elsewhere.
    if (typeof sent.why === 'object') await changed();
  };
  const save = () => {
    const json = bodyOf(answers);
    const sending = stored
      ? sendForUser(ownPostCall, service, {
          method: 'put',
          json: { ...json, since: stored.savedAt },
          parameters: { id: stored.id },
        })
      : sendForUser(draftCall, service, { method: 'post', json });
    return send<Stored>('saving', sending, (data) => {
      setBefore(answers);
      setStored(data);
      onBegun?.(data.id);
      void changed();
    });
  };
  const end = (words: string) => {
    close(words);
    void changed();
  };
  const publish = (parameters: { id: string }) =>
    send<CallData<typeof publishPostCall>>(
      'publishing',
      sendForUser(publishPostCall, service, { method: 'post', parameters }),
      ({ state }) => end(say(state === 'waiting' ? 'user.posts.sent' : 'user.posts.published')),
    );

  /** Readers would see what is typed */
  const text = isSaved && !newer ? (stored?.text ?? null) : null;
  const instant = instantIn(lang);
  const idOf = (field: string) => `post-${post?.id ?? 'new'}-${field.replaceAll('.', '-')}`;
  return (
    <>
      {newer && (
        <Offer
          text={say('user.posts.newer', { time: instant(newer.savedAt) })}
          take={say('user.posts.newer.take')}
          onTake={() => {
            show(formOf(newer));
            setBefore(formOf(newer));
            setStored(unseen(newer));
          }}
          leave={say('user.posts.newer.leave')}
          onLeave={() => {
            setBefore(formOf(newer));
            setStored(unseen(newer));
            setWhy(null);
          }}
        />
      )}
      {kept.map((draft) => (
        <Offer
          key={draft.form}
          text={say('user.posts.kept', { time: instant(new Date(draft.at).toISOString()) })}
          title={String(draft.answers.title || say('user.posts.untitled'))}
          take={say('user.posts.kept.take')}
          onTake={() => {
            show(draft.answers);
            forgetKept(draft.form);
          }}
          leave={say('user.posts.kept.leave')}
          onLeave={() => forgetKept(draft.form)}
        />
      ))}
      <Form
        className="profile-form"
        fields={{ lang, say, idOf, errorOf: errorIn(faults), useAnswer }}
        faults={faults}
        controlOf={(field) => (Object.hasOwn(before, field) ? idOf(field) : null)}
        failure={
          why && [say('user.frame.notSaved'), reason(why, say), ...(isSaved ? [] : [say('user.posts.kept.here')])]
        }
        isSending={busy === 'saving'}
        submit={save}
        button={busy === 'saving' ? say('user.frame.saving') : say('user.posts.save')}
        quiet={text !== null}
        status={text === null ? '' : say('user.frame.saved')}
      >
        <Fields {...props} />
      </Form>
      {text && (
        <>
          <h3>{say('user.posts.preview')}</h3>
          <Text title={String(answers.title)} nodes={text} />
        </>
      )}
      {stored && (
        <p className="actions">
          {text && (
            <button
              type="button"
              className="button"
              aria-disabled={busy !== null}
              onClick={() => busy === null && void publish({ id: stored.id })}
            >
              {say('user.posts.publish')}
            </button>
          )}
          <button type="button" className="button quiet" aria-expanded={drops} onClick={() => setDrops(!drops)}>
            {say('user.posts.drop')}
          </button>
        </p>
      )}
      {stored && drops && (
        <Confirm
          question={say('user.posts.drop.sure')}
          yes={say('user.posts.drop.yes')}
          send={() => sendForUser(ownPostCall, service, { method: 'delete', parameters: { id: stored.id } })}
          onDone={() => {
            forgetKept(form);
            end(say('user.posts.dropped'));
          }}
          say={say}
        />
      )}
    </>
  );
}

/** Another version: to be shown instead, or left. */
function Offer({
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
