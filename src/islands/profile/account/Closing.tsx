import { useState } from 'react';
import { sendForUser } from '../../../api/userCalls.ts';
import { ownPostsCall } from '../../../contract/posts.ts';
import { centerCall, closeCall, optionsCall } from '../../../contract/users.ts';
import { CheckField } from '../../formControls/controls.tsx';
import { PasswordField } from '../../formControls/PasswordField.tsx';
import { dayIn } from '../../time.ts';
import { useFocus } from '../../useFocus.ts';
import { Loaded, SaveForm, useResource } from '../parts.tsx';
import { Setting, useAct } from '../Setting.tsx';
import type { AccountPart } from './accountWords.ts';

/** Closes the account; until it is erased, opens it again. */
export function Closing(part: AccountPart) {
  const { say, lang, service, loginHref } = part;
  const center = useResource(centerCall, service);
  const options = useResource(optionsCall, service);
  const { act, isBusy, failure } = useAct(say);
  const [announcement, setAnnouncement] = useState('');
  // The button that was pressed is gone, so the words take its focus.
  const words = useFocus<HTMLParagraphElement>(announcement);
  const status = (
    <p className="setting-said" role="status" tabIndex={-1} ref={words}>
      {announcement}
    </p>
  );
  return (
    <Loaded resource={center} rows={1} loginHref={loginHref} say={say}>
      {(data) => {
        const { erasedAt } = data;
        const change = (to: { erasedAt: string | null }) => center.replace({ ...data, ...to });
        if (erasedAt !== null) {
          return (
            <div className="field-notice">
              {announcement ? status : <p className="setting-said">{say('user.settings.closed')}</p>}
              <p>{say('user.settings.closed.about', { date: dayIn(lang)(erasedAt) })}</p>
              {failure}
              <button
                type="button"
                className="button"
                aria-disabled={isBusy}
                onClick={() =>
                  void act(
                    () => sendForUser(closeCall, service, { method: 'delete' }),
                    (to) => {
                      change(to);
                      setAnnouncement(say('user.settings.reopened'));
                    },
                  )
                }
              >
                {say('user.settings.reopen')}
              </button>
            </div>
          );
        }
        return (
          <Loaded resource={options} rows={1} loginHref={loginHref} say={say}>
            {({ coolingDays }) => (
              <>
                <Setting
                  name={say('user.settings.close')}
                  value={say('user.settings.close.about', { days: coolingDays })}
                  action={say('user.settings.close')}
                  say={say}
                >
                  {(close) => (
                    <SaveForm
                      id="close"
                      start={{ password: '' }}
                      lang={lang}
                      say={say}
                      action={say('user.settings.close.yes')}
                      send={(json) => sendForUser(closeCall, service, { method: 'post', json })}
                      onSaved={(to) => {
                        close();
                        change(to);
                        setAnnouncement(say('user.settings.closed'));
                      }}
                    >
                      <PasswordField
                        name="password"
                        label={say('user.security.yours')}
                        hint={say('user.security.yours.hint')}
                        autoComplete="current-password"
                      />
                      <PostsChoice {...part} />
                    </SaveForm>
                  )}
                </Setting>
                {status}
              </>
            )}
          </Loaded>
        );
      }}
    </Loaded>
  );
}

/** What becomes of published posts, if there are some. */
function PostsChoice({ say, service }: AccountPart) {
  const { read } = useResource(ownPostsCall, service);
  if (read.status !== 'read' || !read.data.list.some(({ state }) => state === 'published')) return null;
  return (
    <CheckField
      name="postsStay"
      label={say('user.settings.close.posts')}
      hint={say('user.settings.close.posts.hint')}
    />
  );
}
