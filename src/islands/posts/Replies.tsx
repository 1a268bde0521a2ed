import { useStore } from '@nanostores/react';
import { type MouseEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { readOwnReplies, readReplies, sendReply } from '../../api/replies.ts';
import { tokenEnd } from '../../browserState/session.ts';
import { shellData } from '../../browserState/shellData.ts';
import { $user } from '../../browserState/user.ts';
import type { OwnReplies, Reply, ReplyBelow, ReplyList } from '../../contract/replies.ts';
import { MOST_REPLY } from '../../forms/lists.ts';
import { speaker } from '../../i18n/format.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import type { Words } from '../../i18n/messages.ts';
import { REPLIES, replyHeading, replyId } from '../../shells/replies.ts';
import type { PostService } from '../../stores/posts.ts';
import { draw, pageOf } from '../feeds/drawing.tsx';
import { useNewReplies } from './newReplies.ts';
import { type Doing, OneReply, OwnUnseen, type ReplyFrame } from './OneReply.tsx';
import type { REPLIES_WORDS } from './postWords.ts';
import { ReplyForm } from './ReplyForm.tsx';
import { Helpful } from './ReplyHelpful.tsx';
import { openDraft } from './replyDraft.ts';

interface Props {
  /** The id of the post */
  post: string;
  locale: Locale;
  lang: string;
  service: PostService;
  /** What reports a reply */
  report: (id: string) => ReactNode;
  words: Words<(typeof REPLIES_WORDS)[number]>;
}

type Found = ReplyList | 'looking' | 'failed';

/** Puts a reply into the list, in place of what it was before. */
function withReply(list: readonly Reply[], shown: Reply, parent: string | null): Reply[] {
  const put = <R extends ReplyBelow>(all: readonly R[], one: R): R[] =>
    all.some(({ id }) => id === one.id) ? all.map((other) => (other.id === one.id ? one : other)) : [...all, one];
  if (parent !== null) {
    return list.map((reply) => (reply.id === parent ? { ...reply, below: put(reply.below, shown) } : reply));
  }
  const { below = [], next = null } = list.find(({ id }) => id === shown.id) ?? {};
  return put(list, { ...shown, below, next });
}

/** The list without a reply; its place stays if there are replies below it. */
const withoutReply = (list: readonly Reply[], id: string): Reply[] =>
  list.flatMap((reply) => {
    if (reply.id !== id) return [{ ...reply, below: reply.below.filter((one) => one.id !== id) }];
    return reply.below.length > 0 ? [{ ...reply, isGone: true }] : [];
  });

/** The replies to a post: what our server has sent, then what readers write and find helpful. */
export default function Replies({ post, locale, lang, service, report, words }: Props) {
  const say = speaker(words, locale);
  const page = pageOf({ locale, lang, words }, service);
  const [found, setFound] = useState<Found>(() => shellData<ReplyList>('replies') ?? 'looking');
  const [own, setOwn] = useState<OwnReplies | null>(null);
  /** The end of the token that it was read with */
  const ownOf = useRef<string | null>(null);
  const [doing, setDoing] = useState<Doing>(() => openDraft(post));
  const [said, setSaid] = useState('');
  const [isMoreBusy, setMoreBusy] = useState(false);
  const focus = useRef<string | null>(null);
  const user = useStore($user, { ssr: 'initial' });

  const read = useCallback(async () => {
    setFound((before) => (typeof before === 'object' ? before : 'looking'));
    const list = await readReplies({ post }, service);
    setFound((before) => list ?? (typeof before === 'object' ? before : 'failed'));
  }, [post, service]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (found === 'looking') void read();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the user is the reason to look at the token
  useEffect(() => {
    let isCurrent = true;
    const end = tokenEnd();
    if (!end) setOwn(null);
    else {
      void readOwnReplies(post, service).then((mine) => {
        if (!isCurrent || end !== tokenEnd()) return;
        // Without a connection the form stays, with what is typed.
        const isKept = mine === null && ownOf.current === end;
        if (!isKept) setOwn(mine);
        if (mine) ownOf.current = end;
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [user, post, service]);
  // What was done may have removed the control that was pressed.
  useEffect(() => {
    if (focus.current === null) return;
    const element = document.getElementById(focus.current);
    focus.current = null;
    element?.focus();
  });

  const { count, show } = useNewReplies({
    post,
    service,
    shown: typeof found === 'object' ? found : null,
    change: (how) => setFound((before) => (typeof before === 'object' ? how(before) : before)),
  });

  if (typeof found !== 'object') {
    return (
      <section {...REPLIES} aria-busy={found === 'looking'}>
        {found === 'failed' && (
          <p className="reply-fault" role="alert">
            {say('reply.failed')}{' '}
            <button type="button" className="reply-act" onClick={() => void read()}>
              {say('news.again')}
            </button>
          </p>
        )}
      </section>
    );
  }

  const change = (part: Partial<ReplyList>) =>
    setFound((before) => (typeof before === 'object' ? { ...before, ...part } : before));
  const done = (words: string, id: string) => {
    setDoing(null);
    setSaid(words);
    focus.current = id;
  };
  const frame: ReplyFrame = {
    post,
    service,
    page,
    say,
    own,
    doing,
    report,
    open: (what) => {
      setSaid('');
      setDoing(what);
    },
    close: (id) => {
      setDoing(null);
      focus.current = replyId(id);
    },
    onSent: ({ shown, ...mine }, isNew) => {
      setOwn((before) => before && { ...before, list: [mine, ...before.list.filter(({ id }) => id !== mine.id)] });
      if (shown) {
        change({ list: withReply(found.list, shown, mine.parent), count: found.count + (isNew ? 1 : 0) });
      }
      done(say(!shown ? 'reply.waits' : isNew ? 'reply.sent' : 'reply.corrected.done'), replyId(mine.id));
    },
    onRemoved: (mine) => {
      setOwn((before) => before && { ...before, list: before.list.filter(({ id }) => id !== mine.id) });
      const count = found.count - (mine.state === 'published' ? 1 : 0);
      change({ list: withoutReply(found.list, mine.id), count });
      done(say('reply.removed'), 'replies-said');
    },
    onMarked: (id, isMarked) =>
      setOwn(
        (before) =>
          before && { ...before, marked: [...before.marked.filter((one) => one !== id), ...(isMarked ? [id] : [])] },
      ),
    more: async (parent, after) => {
      const next = await readReplies({ parent, after }, service);
      if (!next) return setSaid(say('reply.failed'));
      const list = found.list.map((reply) => {
        if (reply.id !== parent) return reply;
        const known = new Set(reply.below.map(({ id }) => id));
        return { ...reply, below: [...reply.below, ...next.list.filter(({ id }) => !known.has(id))], next: next.next };
      });
      change({ list });
      focus.current = next.list[0] ? replyId(next.list[0].id) : null;
    },
  };

  const more = async () => {
    if (isMoreBusy || found.next === null) return;
    setMoreBusy(true);
    const next = await readReplies({ post, after: found.next }, service);
    setMoreBusy(false);
    if (!next) return setSaid(say('reply.failed'));
    const known = new Set(found.list.map(({ id }) => id));
    change({ list: [...found.list, ...next.list.filter(({ id }) => !known.has(id))], next: next.next });
    focus.current = next.list[0] ? replyId(next.list[0].id) : null;
  };

  const showNew = async () => {
    const first = await show();
    if (first === null) return setSaid(say('reply.failed'));
    // One of their own may have waited.
    if (own) void readOwnReplies(post, service).then((mine) => mine && setOwn(mine));
    // The button that was pressed is gone.
    focus.current = first === undefined ? 'replies-said' : replyId(first);
  };

  const places = new Set(found.list.map(({ id }) => id));
  const unseen = (own?.list ?? []).filter(({ state }) => state !== 'published').toReversed();
  const [title, helpful] = replyHeading(found, page);
  const isEmpty = found.list.length === 0 && unseen.length === 0;

  return (
    <section {...REPLIES}>
      {draw(title)}
      {own && !own.isPostOwn ? (
        <p className="reply-helpful">
          {say('reply.helpful.post')}{' '}
          <Helpful
            of="post"
            id={post}
            count={found.helpful}
            isMarked={own.isPostMarked}
            onMarked={(isPostMarked) => setOwn({ ...own, isPostMarked })}
            service={service}
            say={say}
            lang={lang}
          />
        </p>
      ) : (
        draw(helpful)
      )}
      <p className="posts-new" role="status">
        {count > 0 && (
          <button type="button" className="button" onClick={() => void showNew()}>
            {say('reply.new', { count })}
          </button>
        )}
      </p>
      {isEmpty && <p className="replies-none">{say('reply.none')}</p>}
      {!isEmpty && (
        <ol className="reply-list">
          {found.list.map((reply) => (
            <OneReply
              key={reply.id}
              {...frame}
              reply={reply}
              unseen={unseen.filter(({ parent }) => parent === reply.id)}
            />
          ))}
          {unseen
            .filter(({ parent }) => parent === null || !places.has(parent))
            .map((mine) => (
              <OwnUnseen key={mine.id} {...frame} mine={mine} />
            ))}
        </ol>
      )}
      {found.next !== null && (
        <p>
          <button type="button" className="button quiet" aria-disabled={isMoreBusy} onClick={() => void more()}>
            {say('reply.more')}
          </button>
        </p>
      )}
      <p className="replies-said" id="replies-said" role="status" tabIndex={-1}>
        {said}
      </p>
      {own ? (
        <ReplyForm
          name={post}
          label={say('reply.write')}
          action={say('reply.send')}
          hint={say('reply.hint', { count: MOST_REPLY })}
          isOpened={false}
          send={(text) =>
            sendReply(({ addReplyCall }) => addReplyCall, service, {
              method: 'post',
              json: { post, answered: null, text },
            })
          }
          onSent={(sent) => frame.onSent(sent, true)}
          say={say}
        />
      ) : (
        <p className="actions">
          <a className="button quiet" href={`${LOCALES[locale].prefix}/login`} onClick={leadBack}>
            {say('reply.login')}
          </a>
        </p>
      )}
    </section>
  );
}

/** Lets the log-in lead back to the replies. */
function leadBack({ currentTarget: link }: MouseEvent<HTMLAnchorElement>): void {
  link.search = `?to=${encodeURIComponent(`${location.pathname}#replies`)}`;
}
