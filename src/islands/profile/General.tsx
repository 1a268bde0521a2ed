import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { sendForUser, sendPicture } from '../../api/userCalls.ts';
import { deviceZone } from '../../browserState/zone.ts';
import { avatarCall, type General as GeneralData, generalCall } from '../../contract/users.ts';
import { isLocale, type Locale } from '../../i18n/locales.ts';
import { localize, switchLocale } from '../../i18n/urls.ts';
import { zoneName } from '../../markets/zone.ts';
import { $chosenLocale } from '../../stores/language.ts';
import { $rising, $timeZone, type Rising, setRising } from '../../stores/preferences.ts';
import { $theme, type Theme } from '../../stores/theme.ts';
import { showUser } from '../../stores/user.ts';
import { RadioField, SelectField, TextField } from '../formControls/controls.tsx';
import { AVATAR_WORDS, Avatar } from './Avatar.tsx';
import { type FrameProps, Loaded, SaveForm, Section, sayIn, useResource } from './parts.tsx';

export const GENERAL_WORDS = [...AVATAR_WORDS, 'account.nickname', 'user.general.*', 'user.publicPage'] as const;

type Props = FrameProps<(typeof GENERAL_WORDS)[number]> & {
  languages: readonly { value: Locale; text: string }[];
};

/** What others see of the user, and how the site looks for them. */
export default function General(props: Props) {
  const { locale, lang, service, loginHref, languages } = props;
  const say = sayIn(props);
  const resource = useResource(generalCall, service);
  const theme = useStore($theme, { ssr: (): Theme => 'light' });
  const timeZone = useStore($timeZone, { ssr: () => '' });
  const rising = useStore($rising, { ssr: (): Rising => 'local' });
  const zones = useZones(resource.read.status === 'read', timeZone, lang);

  const change = (data: GeneralData) => {
    resource.replace(data);
    showUser({ nickname: data.nickname, avatar: data.avatar });
  };
  const putOn = (avatar: string | null) => {
    if (resource.read.status === 'read') change({ ...resource.read.data, avatar });
  };

  return (
    <Loaded resource={resource} rows={6} loginHref={loginHref} say={say}>
      {(data) => (
        <>
          <Section id="picture" title={say('user.picture')} hint={say('user.picture.hint')}>
            <Avatar
              picture={data.avatar && service.base + data.avatar}
              say={say}
              send={async (picture, onProgress) => {
                const sent = await sendPicture(picture, onProgress, service);
                if (sent.status === 'saved') putOn(sent.data);
                return sent;
              }}
              remove={async () => {
                const sent = await sendForUser(avatarCall, service, { method: 'delete' });
                if (sent.status === 'saved') putOn(null);
                return sent;
              }}
            />
          </Section>
          <Section id="nickname" title={say('account.nickname')} hint={say('user.general.nickname.hint')}>
            <SaveForm
              id="name"
              start={{ nickname: data.nickname }}
              send={(json) => sendForUser(generalCall, service, { method: 'put', json })}
              onSaved={change}
              quiet
              lang={lang}
              say={say}
            >
              <TextField
                name="nickname"
                label={<span className="unseen">{say('account.nickname')}</span>}
                autoComplete="nickname"
                width="medium"
              />
            </SaveForm>
            <p className="profile-address">
              {say('user.publicPage')} <a href={localize(data.address, locale)}>{decodeURI(data.address)}</a>
            </p>
          </Section>
          <Section id="display" title={say('user.general.display')} hint={say('user.general.display.hint')}>
            <SaveForm
              id="display"
              start={{ locale, theme, timeZone, rising }}
              send={({ locale: chosen, ...preferences }) =>
                sendForUser(generalCall, service, { method: 'put', json: { locale: chosen, preferences } })
              }
              onSaved={(saved, answers) => {
                change(saved);
                $theme.set(answers.theme === 'dark' ? 'dark' : 'light');
                $timeZone.set(String(answers.timeZone));
                setRising(answers.rising as Rising);
                lead(locale, answers.locale);
              }}
              lang={lang}
              say={say}
            >
              <SelectField name="locale" label={say('user.general.language')} options={languages} />
              <RadioField
                name="theme"
                label={say('user.general.theme')}
                options={[
                  { value: 'light', text: say('user.general.theme.light') },
                  { value: 'dark', text: say('user.general.theme.dark') },
                ]}
              />
              <SelectField
                name="timeZone"
                label={say('user.general.timeZone')}
                hint={say('user.general.timeZone.hint')}
                empty={say('user.general.timeZone.device', { zone: deviceZone() })}
                options={zones}
              />
              <RadioField
                name="rising"
                label={say('user.general.rising')}
                options={[
                  { value: 'local', text: say('user.general.rising.local') },
                  { value: 'green', text: <Sample up="green" text={say('user.general.rising.green')} /> },
                  { value: 'red', text: <Sample up="red" text={say('user.general.rising.red')} /> },
                ]}
              />
            </SaveForm>
          </Section>
        </>
      )}
    </Loaded>
  );
}

function Sample({ up, text }: { up: 'green' | 'red'; text: string }) {
  return (
    <>
      {text}{' '}
      <span className="price-sample" data-rising={up} aria-hidden="true">
        <span>+1.2%</span> <span>−0.8%</span>
      </span>
    </>
  );
}

/** Keeps the chosen language, and leads to this page in it. */
function lead(from: Locale, to: unknown): void {
  if (typeof to !== 'string' || !isLocale(to)) return;
  $chosenLocale.set(to);
  if (to !== from) location.assign(switchLocale(location.pathname, from, to));
}

/** The time zones of the browser, with their names in the language of the page; empty until they are wanted. */
function useZones(isWanted: boolean, chosen: string, lang: string) {
  return useMemo(() => {
    if (!isWanted) return [];
    const now = Date.now();
    const ids = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(chosen ? [chosen] : [])]);
    return [...ids].map((value) => {
      const format = new Intl.DateTimeFormat(lang, { timeZone: value, timeZoneName: 'longGeneric' });
      const name = format.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value;
      return { value, text: `${value.replaceAll('_', ' ')} – ${name} (${zoneName(value, now)})` };
    });
  }, [isWanted, chosen, lang]);
}
