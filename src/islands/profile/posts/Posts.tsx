import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { sendForUser } from '../../../api/userCalls.ts';
import { type OwnPost, ownPostCall, ownPostsCall, withdrawPostCall } from '../../../contract/posts.ts';
import { $keptDrafts } from '../../../stores/postDrafts.ts';
import { Pages } from '../../company/more.tsx';
import { TextField } from '../../formControls/controls.tsx';
import { instantIn } from '../../time.ts';
import { Empty } from '../Empty.tsx';
import { Loaded, type Resource, SaveForm, Section, State, useResource } from '../parts.tsx';
import { Setting } from '../Setting.tsx';
import { isStray, isUnsent } from './answers.ts';
import { Correction } from './Correction.tsx';
import { Draft } from './Draft.tsx';
import { type OwnPostProps, type Props, sayIn } from './ownPostParts.ts';
import { Shown } from './Shown.tsx';

/** The posts of an analyst or broker: drafts, those that wait, those that are public. */
export default function Posts(props: Props) {
  const { service, loginHref } = props;
  const say = sayIn(props);
  const { refresh, ...resource } = useLastRead(useResource(ownPostsCall, service));
  return (
    <Loaded resource={resource} loginHref={loginHref} say={say} rows={4}>
      {(own) => (
        <>
          {own.waits && (
            <p className="field-notice">
              {say(`user.posts.waits.${own.waits}`)}{' '}
              <a href={own.waits === 'none' ? props.applyHref : props.licenseHref}>
                {say(own.waits === 'none' ? 'user.posts.license' : 'user.posts.license.state')}
              </a>
            </p>
          )}
          <Section id="posts" title={say('user.posts.list')} isPage>
            {/* Another user sees nothing of what this one has typed. */}
            <List key={own.owner} {...props} own={own} changed={refresh} />
          </Section>
        </>
      )}
    </Loaded>
  );
}

/** Shows what was read before as long as it is read again, so that a form stays when its author has logged in again. */
function useLastRead<T>(resource: Resource<T>): Resource<T> {
  const { read } = resource;
  const [kept, setKept] = useState(read);
  if (read.status !== 'reading' && read !== kept) setKept(read);
  return read.status === 'reading' && kept.status === 'read' ? { ...resource, read: kept } : resource;
}

function List(props: OwnPostProps) {
  const { own, service, loginHref, changed } = props;
  const say = sayIn(props);
  /** The draft that the form of a new one has saved, and shows itself */
  const [begun, setBegun] = useState<string | null>(null);
  const [isMore, setMore] = useState(false);
  const isNew = !own.list.some(({ state }) => state === 'published');
  const strays = useStore($keptDrafts).filter((kept) => kept.owner === own.owner && isStray(kept, own));
  return (
    <>
      <Setting
        name={say('user.posts.new')}
        action={say('user.posts.write')}
        value={
          <>
            {isNew && <p>{say('user.posts.first')}</p>}
            {strays.length > 0 && <p className="setting-due">{say('user.posts.unsaved')}</p>}
          </>
        }
        say={say}
      >
        {(close) => <Draft {...props} close={close} onBegun={setBegun} />}
      </Setting>
      {own.list.length === 0 && <Empty drawing="news" text={say('user.posts.none')} />}
      {own.list.map((post) => post.id !== begun && <One key={post.id} {...props} post={post} />)}
      {own.next !== null && !isMore && (
        <p className="actions">
          <button type="button" className="button quiet" onClick={() => setMore(true)}>
            {say('news.more')}
          </button>
        </p>
      )}
      {own.next !== null && isMore && (
        <Pages described={ownPostsCall} place={{}} after={own.next} service={service} loginHref={loginHref} say={say}>
          {({ list }, older) =>
            list.map((post) => (
              <One
                key={post.id}
                {...props}
                post={post}
                changed={async () => {
                  await Promise.all([older.refresh(), changed()]);
                }}
              />
            ))
          }
        </Pages>
      )}
    </>
  );
}

/** A post that waits or is withdrawn, as readers would see it. */
function Sent(props: OwnPostProps & { post: OwnPost }) {
  const { post, service, loginHref } = props;
  const resource = useResource(ownPostCall, service, { parameters: { id: post.id } });
  return (
    <Loaded resource={resource} loginHref={loginHref} rows={1} say={sayIn(props)}>
      {({ post: shown }) => shown && <Shown {...props} shown={shown} />}
    </Loaded>
  );
}

const MARKS = { published: 'good', waiting: null, refused: 'due', draft: null, withdrawn: null } as const;

function One(props: OwnPostProps & { post: OwnPost }) {
  const { post, own, lang, postHref, decisionsHref, changed, service } = props;
  const { id, state, reason: why, isDecided, savedAt, publishedAt } = post;
  const say = sayIn(props);
  const kept = useStore($keptDrafts).some((draft) => draft.owner === own.owner && draft.post === id);
  const title = String(post.draft.title || say('user.posts.untitled'));
  const action = {
    draft: 'user.posts.edit',
    refused: 'user.posts.edit',
    waiting: 'user.posts.show',
    published: 'account.change',
    withdrawn: 'user.posts.show',
  } as const;
  return (
    <Setting
      name={title}
      action={say(action[state])}
      value={
        <>
          <p>
            <State is={MARKS[state]}>{say(`user.posts.state.${state}`)}</State>{' '}
            {instantIn(lang)(publishedAt ?? savedAt)}
          </p>
          {why !== null && <p className="setting-due">{why}</p>}
          {isDecided && (
            <p>
              <a href={decisionsHref}>{say('user.posts.decision')}</a>
            </p>
          )}
          {kept && (isUnsent(post) || state === 'published') && (
            <p className="setting-due">{say('user.posts.unsaved')}</p>
          )}
          {state === 'published' && (
            <p>
              <a href={postHref.replace('{id}', id)}>{say('user.posts.open')}</a>
            </p>
          )}
        </>
      }
      say={say}
    >
      {(close) => {
        if (isUnsent(post)) return <Draft {...props} close={close} />;
        return (
          <>
            {state === 'published' ? <Correction {...props} close={close} /> : <Sent {...props} />}
            {state !== 'withdrawn' && (
              <SaveForm
                id={`withdraw-${id}`}
                start={{ reason: '' }}
                send={(json) => sendForUser(withdrawPostCall, service, { method: 'post', json, parameters: { id } })}
                onSaved={() => {
                  close(say('user.posts.withdrawn'));
                  void changed();
                }}
                action={say('user.posts.withdraw')}
                quiet
                lang={lang}
                say={say}
              >
                <TextField name="reason" label={say('user.posts.reason')} autoComplete="off" />
              </SaveForm>
            )}
          </>
        );
      }}
    </Setting>
  );
}
