import { useState } from 'react';
import { readForUser, sendForUser } from '../../../api/userCalls.ts';
import { type Follows as Data, followCall, followsCall } from '../../../contract/follows.ts';
import { LOCALES } from '../../../i18n/locales.ts';
import { Toggle } from '../../formControls/controls.tsx';
import { dayIn } from '../../time.ts';
import { Loaded, useResource } from '../parts.tsx';
import { useAct, useAnnouncement } from '../Setting.tsx';
import type { AccountPart } from './accountWords.ts';
import { Switches } from './Toggles.tsx';

/** The authors whom the user follows, and whether others see them. */
export function Follows(part: AccountPart) {
  const { say, service, loginHref } = part;
  const resource = useResource(followsCall, service);
  return (
    <Loaded resource={resource} rows={2} loginHref={loginHref} say={say}>
      {(data) => (
        <>
          <Shown {...part} data={data} replace={resource.replace} />
          <List {...part} data={data} replace={resource.replace} />
        </>
      )}
    </Loaded>
  );
}

interface OfFollows extends AccountPart {
  data: Data;
  replace: (data: Data) => void;
}

function Shown({ data, replace, ...part }: OfFollows) {
  const { say, service } = part;
  const save = async (_: string, shows: unknown) => {
    const sent = await sendForUser(followsCall, service, { method: 'put', json: { shows } });
    if (sent.status === 'saved') replace(sent.data);
    return sent;
  };
  return (
    <Switches of="follows" saved={data} save={save} names={{ shows: say('follow.shows') }} {...part}>
      <Toggle
        name="shows"
        label={say('follow.shows')}
        hint={say('follow.shows.about')}
        on={true}
        off={false}
        words={{ on: say('user.settings.isPublic'), off: say('user.settings.isPrivate') }}
      />
    </Switches>
  );
}

function List({ data, replace, say, service, lang, locale }: OfFollows) {
  const { act, isBusy, failure } = useAct(say);
  // The button that was pressed is gone, so these words take its focus.
  const { announcement, announce } = useAnnouncement();
  const [isReading, setReading] = useState(false);
  const more = async () => {
    if (isReading || !data.next) return;
    setReading(true);
    const read = await readForUser(followsCall, service, { query: { after: data.next } });
    setReading(false);
    if (read.status === 'read') replace({ ...read.data, list: [...data.list, ...read.data.list] });
  };
  return (
    <>
      {data.list.length === 0 && <p className="field-hint">{say('follow.own.none')}</p>}
      {data.list.map(({ nickname, since }) => (
        <div className="setting" key={nickname}>
          <div className="setting-line">
            <div>
              <h3>
                <a href={`${LOCALES[locale].prefix}/u/${encodeURIComponent(nickname)}`}>{nickname}</a>
              </h3>
              <div className="setting-value">{dayIn(lang)(since)}</div>
            </div>
            <p className="setting-buttons">
              <button
                type="button"
                className="button quiet"
                aria-disabled={isBusy}
                onClick={() =>
                  void act(
                    () => sendForUser(followCall, service, { method: 'delete', parameters: { nickname } }),
                    () => {
                      replace({ ...data, list: data.list.filter((one) => one.nickname !== nickname) });
                      announce(say('user.frame.saved'));
                    },
                  )
                }
              >
                {say('follow.end')}
                <span className="unseen"> {nickname}</span>
              </button>
            </p>
          </div>
        </div>
      ))}
      {announcement}
      {failure}
      {data.next && (
        <p className="actions">
          <button type="button" className="button quiet" aria-disabled={isReading} onClick={() => void more()}>
            {say('news.more')}
          </button>
        </p>
      )}
    </>
  );
}
