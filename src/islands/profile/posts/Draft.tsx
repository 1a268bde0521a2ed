import { useEffect, useState } from 'react';
import { sendForUser } from '../../../api/userCalls.ts';
import type { CallData } from '../../../contract/common.ts';
import { LANGUAGE_OF } from '../../../contract/news.ts';
import { draftCall, type OwnPost, ownPostCall, publishPostCall } from '../../../contract/posts.ts';
import type { PostDraft } from '../../../forms/postForms.ts';
import { reason } from '../../failureWords.ts';
import { Form } from '../../formControls/Form.tsx';
import { errorIn } from '../../formControls/field.ts';
import { instantIn } from '../../time.ts';
import { type Close, Confirm } from '../Setting.tsx';
import { answersOf, bodyOf, isSame } from './answers.ts';
import { Fields } from './Fields.tsx';
import { Left, Offer, useKeptDraft, usePostForm } from './keeping.tsx';
import { type OwnPostProps, sayIn } from './ownPostParts.ts';
import { Shown } from './Shown.tsx';

/** `post`: null as long as it was not saved here, and so not seen */
type Stored = CallData<typeof draftCall>;
const unseen = ({ id, savedAt }: OwnPost): Stored => ({ id, savedAt, post: null });
const formOf = (post: OwnPost) => answersOf(post.draft as unknown as PostDraft, post.company);

/**
 * A draft: saved as often as its author likes, shown as readers will see it, then published. What is not saved yet, the
 * device keeps; a version of the other side is offered, and replaces nothing by itself.
 */
export function Draft(
  props: OwnPostProps & {
    /** The draft; without one, a new one is begun */
    post?: OwnPost;
    close: Close;
    /** Called with the id of a new draft once it is saved, with null when it is left */
    onBegun?: (id: string | null) => void;
  },
) {
  const { own, post, service, lang, locale, changed, close, onBegun } = props;
  const say = sayIn(props);
  const [stored, setStored] = useState<Stored | null>(post ? unseen(post) : null);
  const [before, setBefore] = useState(() =>
    post
      ? formOf(post)
      : answersOf(
          {
            language: LANGUAGE_OF[locale],
            title: '',
            text: '',
            symbols: [],
            series: null,
            holding: null,
            pricesOn: null,
            recommendation: null,
          },
          null,
        ),
  );
  const [drops, setDrops] = useState(false);
  const { answers, setAnswers, faults, setFaults, useAnswer, why, setWhy, doing, send } = usePostForm<
    'saving' | 'publishing'
  >(before, changed);
  const isSaved = isSame(answers, before);
  const id = stored?.id ?? null;

  const { left, begin, forget } = useKeptDraft(own, id, answers, isSaved);
  useEffect(() => () => onBegun?.(null), [onBegun]);

  const current = post ?? own.list.find((one) => one.id === id);
  const newer = stored && current && current.savedAt > stored.savedAt ? current : null;

  /** Shows other answers. Those of this form stay on the device if they are not saved. */
  const show = (others: typeof answers) => {
    if (!isSaved) begin();
    setAnswers(others);
    setFaults([]);
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
    return send('saving', sending, (data) => {
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
    send('publishing', sendForUser(publishPostCall, service, { method: 'post', parameters }), ({ state }) =>
      end(say(state === 'waiting' ? 'user.posts.sent' : 'user.posts.published')),
    );

  /** Readers would see what is typed */
  const seen = isSaved && !newer ? (stored?.post ?? null) : null;
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
      <Left {...props} left={left} onTake={show} />
      <Form
        className="profile-form"
        fields={{ lang, say, idOf, errorOf: errorIn(faults), useAnswer }}
        faults={faults}
        controlOf={(field) => (Object.hasOwn(before, field) ? idOf(field) : null)}
        failure={
          why && [say('user.frame.notSaved'), reason(why, say), ...(isSaved ? [] : [say('user.posts.kept.here')])]
        }
        isSending={doing === 'saving'}
        submit={save}
        button={doing === 'saving' ? say('user.frame.saving') : say('user.posts.save')}
        quiet={seen !== null}
        status={seen === null ? '' : say('user.frame.saved')}
      >
        <Fields {...props} />
      </Form>
      {seen && <Shown {...props} shown={seen} title={say('user.posts.preview')} />}
      {stored && (
        <p className="actions">
          {seen && (
            <button
              type="button"
              className="button"
              aria-disabled={doing !== null}
              onClick={() => doing === null && void publish({ id: stored.id })}
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
            forget();
            end(say('user.posts.dropped'));
          }}
          say={say}
        />
      )}
    </>
  );
}
