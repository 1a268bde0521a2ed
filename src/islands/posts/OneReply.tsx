import { type ReactNode, useState } from 'react';
import { sendReply } from '../../api/replies.ts';
import type { FailureReason } from '../../api/sending.ts';
import type { Service } from '../../contract/common.ts';
import type { OwnReplies, OwnReply, Reply, ReplyBelow } from '../../contract/replies.ts';
import { MOST_REPLY } from '../../forms/lists.ts';
import type { Page } from '../../shells/page.ts';
import { earlierOf, replyHead, replyId, replyParts, replyText } from '../../shells/replies.ts';
import { reason } from '../failureWords.ts';
import { draw } from '../feeds/drawing.tsx';
import { ReplyForm, type SayReply } from './ReplyForm.tsx';
import { Helpful } from './ReplyHelpful.tsx';
import { draftName } from './replyDraft.ts';

/** What is being done with a reply; null: nothing. */
export type Doing = { what: 'answer' | 'correct' | 'remove'; id: string } | null;
type Sent = OwnReply & { shown: Reply | null };

/** What each reply has of the list that it is in. */
export interface ReplyFrame {
  post: string;
  service: Service;
  page: Page;
  say: SayReply;
  /** Null: nobody is logged in */
  own: OwnReplies | null;
  doing: Doing;
  open: (what: Doing) => void;
  /** Closes what was opened at a reply, which takes the focus */
  close: (id: string) => void;
  onSent: (sent: Sent, isNew: boolean) => void;
  onRemoved: (mine: OwnReply) => void;
  onMarked: (id: string, isMarked: boolean) => void;
  /** What reports one */
  report: (id: string) => ReactNode;
  /** Reads more replies below one */
  more: (parent: string, after: string) => Promise<void>;
}

/** A reply of the first level with those below it; `unseen` are one's own there that nobody else sees. */
export function OneReply({ reply, unseen, ...frame }: ReplyFrame & { reply: Reply; unseen: readonly OwnReply[] }) {
  const { id, below, next } = reply;
  const [isBusy, setBusy] = useState(false);
  const more = async (after: string) => {
    if (isBusy) return;
    setBusy(true);
    await frame.more(id, after);
    setBusy(false);
  };
  return (
    <li id={replyId(id)} tabIndex={-1}>
      <Words {...frame} reply={reply} />
      {below.length + unseen.length > 0 && (
        <ol className="reply-list">
          {below.map((one) => (
            <li key={one.id} id={replyId(one.id)} tabIndex={-1}>
              <Words {...frame} reply={one} />
            </li>
          ))}
          {unseen.map((mine) => (
            <OwnUnseen key={mine.id} {...frame} mine={mine} />
          ))}
        </ol>
      )}
      {next !== null && (
        <p className="reply-more">
          <button type="button" className="reply-act" aria-disabled={isBusy} onClick={() => void more(next)}>
            {frame.say('reply.more')}
          </button>
        </p>
      )}
    </li>
  );
}

/** What a reply says, and what the reader can do with it. */
function Words({ reply, ...frame }: ReplyFrame & { reply: ReplyBelow }) {
  const { own, page, service, say, doing, open, close, onMarked, post } = frame;
  const { id, isGone, helpful } = reply;
  if (isGone || own === null) {
    return (
      <article className="reply">
        {replyParts(reply, service.base, page).map((part, at) => draw(part, String(at)))}
      </article>
    );
  }
  const mine = own.list.find((one) => one.id === id);
  const name = reply.author?.nickname ?? '';
  return (
    <article className="reply">
      {draw(replyHead(reply, service.base, page))}
      {mine && doing?.what === 'correct' && doing.id === id ? (
        <Correction {...frame} mine={mine} />
      ) : (
        draw(replyText(reply))
      )}
      <p className="reply-acts">
        {mine ? (
          helpful > 0 && <span>{page.word('reply.helpful.count', { count: String(helpful) })}</span>
        ) : (
          <Helpful
            of="reply"
            count={helpful}
            isMarked={own.marked.includes(id)}
            onMarked={(isMarked) => onMarked(id, isMarked)}
            lang={page.lang}
            id={id}
            service={service}
            say={say}
          />
        )}
        <Act id={id} doing={doing} open={open} what="answer" words={say('reply.reply')} of={name} />
        {mine && <OwnActs {...frame} mine={mine} />}
      </p>
      {!mine && frame.report(id)}
      {draw(earlierOf(reply, page))}
      {mine && doing?.what === 'remove' && doing.id === id && <Removal {...frame} mine={mine} />}
      {doing?.what === 'answer' && doing.id === id && (
        <ReplyForm
          name={draftName(post, doing)}
          label={name ? say('reply.write.to', { name }) : say('reply.write')}
          action={say('reply.send')}
          hint={say('reply.hint', { count: MOST_REPLY })}
          isOpened
          send={(text) =>
            sendReply(({ addReplyCall }) => addReplyCall, service, {
              method: 'post',
              json: { post, answered: id, text },
            })
          }
          onSent={(sent) => frame.onSent(sent, true)}
          onCancel={() => close(id)}
          say={say}
        />
      )}
    </article>
  );
}

/** One's own reply that nobody else sees: it waits, was refused or withdrawn. */
export function OwnUnseen({ mine, ...frame }: ReplyFrame & { mine: OwnReply }) {
  const { doing, say } = frame;
  const { id, state, reason } = mine;
  const isDoing = (what: 'correct' | 'remove') => doing?.what === what && doing.id === id;
  return (
    <li id={replyId(id)} tabIndex={-1}>
      <article className="reply">
        <p className="news-facts">
          <b className="reply-state">
            {say(`reply.state.${state === 'refused' || state === 'withdrawn' ? state : 'waiting'}`)}
          </b>
          {reason !== null && <span>{reason}</span>}
        </p>
        {isDoing('correct') ? <Correction {...frame} mine={mine} /> : draw(replyText(mine))}
        <p className="reply-acts">
          <OwnActs {...frame} mine={mine} />
        </p>
        {isDoing('remove') && <Removal {...frame} mine={mine} />}
      </article>
    </li>
  );
}

/** What one can do with one's own reply. One that waits does not change while it is checked. */
function OwnActs({ mine: { id, state }, doing, open, say }: ReplyFrame & { mine: OwnReply }): ReactNode {
  return (
    <>
      {(state === 'published' || state === 'refused') && (
        <Act id={id} doing={doing} open={open} what="correct" words={say('reply.correct')} />
      )}
      <Act id={id} doing={doing} open={open} what="remove" words={say('reply.remove')} />
    </>
  );
}

function Act({
  what,
  id,
  words,
  of = '',
  doing,
  open,
}: Pick<ReplyFrame, 'doing' | 'open'> & { what: NonNullable<Doing>['what']; id: string; words: string; of?: string }) {
  const isOpen = doing?.what === what && doing.id === id;
  return (
    <button
      type="button"
      className="reply-act"
      aria-expanded={isOpen}
      onClick={() => open(isOpen ? null : { what, id })}
    >
      {words}
      {of !== '' && <span className="unseen">: {of}</span>}
    </button>
  );
}

function Correction({ mine: { id, written }, post, service, say, close, onSent }: ReplyFrame & { mine: OwnReply }) {
  return (
    <ReplyForm
      name={draftName(post, { what: 'correct', id })}
      label={say('reply.write')}
      start={written}
      action={say('reply.save')}
      hint={say('reply.hint', { count: MOST_REPLY })}
      isOpened
      send={async (text) => {
        const sent = await sendReply(({ replyCall }) => replyCall, service, {
          method: 'put',
          json: { text },
          parameters: { id },
        });
        return sent as typeof sent & { data: Sent };
      }}
      onSent={(sent) => onSent(sent, false)}
      onCancel={() => close(id)}
      say={say}
    />
  );
}

function Removal({ mine, service, say, close, onRemoved }: ReplyFrame & { mine: OwnReply }) {
  const [isBusy, setBusy] = useState(false);
  const [why, setWhy] = useState<FailureReason | null>(null);
  const remove = async () => {
    if (isBusy) return;
    setBusy(true);
    setWhy(null);
    const sent = await sendReply(({ replyCall }) => replyCall, service, {
      method: 'delete',
      parameters: { id: mine.id },
    });
    setBusy(false);
    if (sent.status === 'saved') onRemoved(mine);
    else setWhy(sent.status === 'failed' ? sent.why : 'server');
  };
  return (
    <div className="reply-form">
      <p>{say('reply.remove.ask')}</p>
      {why !== null && (
        <p className="reply-fault" role="alert">
          {reason(why, say)}
        </p>
      )}
      <p className="actions">
        <button type="button" className="button" aria-disabled={isBusy} onClick={() => void remove()}>
          {say('reply.remove')}
        </button>
        <button type="button" className="button quiet" onClick={() => close(mine.id)}>
          {say('relogin.cancel')}
        </button>
      </p>
    </div>
  );
}
