import type { ReactNode } from 'react';
import { type CompanyKey, keyCall, keyLimitCall, keyRotationCall } from '../../contract/companyKeys.ts';
import { KEY_LIMITS } from '../../forms/lists.ts';
import { lookUp } from '../../lookUp.ts';
import { TextField } from '../formControls/controls.tsx';
import { Fact, Facts, SaveForm, type Say, sayIn } from '../profile/parts.tsx';
import { type Close, Confirm, Setting } from '../profile/Setting.tsx';
import { instantIn, lastDayIn } from '../time.ts';
import type { KEYS_WORDS, KeysPanelProps } from './companyWords.ts';
import { atNetworks, Networks, networksOf, numberOf, OVERLAP, PublicKey, publicPart, sourceOf } from './keyFields.tsx';
import { LastDay, untilOf } from './parts.tsx';

type Props = KeysPanelProps & {
  companyKey: CompanyKey;
  /** It has ended or is revoked: nothing of it changes any more */
  isOver: boolean;
  changed: (words: string) => Promise<void>;
  /** The name of another key */
  nameOf: (id: string) => string;
};

/** A key of a company: what it may do, how it was used, and what changes it. */
export function Key(props: Props) {
  const { isOver, inside } = props;
  const { may } = inside;
  const say = sayIn(props);
  const mayChange = ['api.changeNetworks', 'api.setLimits', 'api.rotateKeys', 'api.revokeKeys'].some(may);
  const change = (close: Close) => (
    <>
      {may('api.changeNetworks') && <Change {...props} close={close} />}
      {may('api.setLimits') && <Limit {...props} />}
      {may('api.rotateKeys') && <Rotation {...props} />}
      {may('api.revokeKeys') && <Revocation {...props} />}
    </>
  );
  return <KeyRow {...props} say={say} change={mayChange && !isOver ? change : undefined} />;
}

type Shown = Pick<Props, 'companyKey' | 'isOver' | 'nameOf' | 'refusals' | 'lang'> & {
  /** The zone of times, if it is not the visitor's */
  zone?: string;
  say: Say<(typeof KEYS_WORDS)[number] | 'relogin.cancel'>;
};

/** A key. `change`: what its button opens. */
export function KeyRow({ change, ...shown }: Shown & { change?: ((close: Close) => ReactNode) | undefined }) {
  const { companyKey, say } = shown;
  return (
    <Setting
      name={companyKey.name}
      action={change ? say('account.change') : null}
      value={<KeyFacts {...shown} />}
      say={say}
    >
      {(close) => change?.(close)}
    </Setting>
  );
}

function KeyFacts({ companyKey: key, isOver, nameOf, refusals, lang, zone, say }: Shown) {
  const instant = instantIn(lang, zone);
  const codes = (list: readonly string[]) =>
    list.map((item) => (
      <span className="company-line" key={item}>
        <code>{item}</code>
      </span>
    ));
  const end = key.expiresAt && lastDayIn(lang, zone)(key.expiresAt);
  const state = key.revokedAt
    ? say('company.key.revokedOn', { time: instant(key.revokedAt) })
    : say(isOver ? 'company.key.over' : 'company.key.active');
  return (
    <>
      <p className="setting-due">{`${say(`company.kind.${key.kind}`)} · ${state}`}</p>
      <Facts>
        <Fact name={say('company.key.id')}>
          <code>{key.id}</code>
        </Fact>
        <Fact name={say('company.key.scopes')}>{codes(key.scopes)}</Fact>
        <Fact name={say('company.key.networks')}>{codes(key.networks)}</Fact>
        <Fact name={say('company.key.limit')}>{say('company.key.perMinute', { count: key.perMinute })}</Fact>
        <Fact name={say('company.key.member')}>{key.member.nickname || say('company.audit.erased')}</Fact>
        <Fact name={say('company.since')}>{instant(key.createdAt)}</Fact>
        {key.replaces && <Fact name={say('company.key.replaces')}>{nameOf(key.replaces)}</Fact>}
        <Fact name={say('company.key.end')}>{end ?? say('company.key.end.none')}</Fact>
        <Fact name={say('company.key.used')}>{key.usedAt ? instant(key.usedAt) : say('company.key.used.never')}</Fact>
        <Fact name={say('company.key.refusals')}>
          {key.refusals.length === 0 && say('company.key.refusals.none')}
          {key.refusals.map(({ code, calls }) => {
            const name = lookUp(refusals, String(code)) ?? String(code);
            return (
              <span className="company-line" key={code}>
                {say('company.audit.part', { name, value: say('company.key.calls', { count: calls }) })}
              </span>
            );
          })}
        </Fact>
      </Facts>
    </>
  );
}

function Change(props: Props & { close: Close }) {
  const { companyKey, inside, changed, close, lang } = props;
  const { id, name, networks } = companyKey;
  const say = sayIn(props);
  return (
    <SaveForm
      id={`key-${id}`}
      start={{ name, networks: networks.join('\n') }}
      send={async (answers) => {
        const typed = networksOf(answers.networks);
        const json = { name: answers.name, networks: typed };
        return atNetworks(await inside.send(keyCall, { method: 'put', json, parameters: { key: id } }), typed, props);
      }}
      onSaved={(_, answers) => {
        close();
        void changed(say('company.key.saved', { name: String(answers.name) }));
      }}
      lang={lang}
      say={say}
    >
      <TextField name="name" label={say('company.key.name')} autoComplete="off" width="medium" />
      <Networks {...props} />
    </SaveForm>
  );
}

function Limit(props: Props) {
  const { companyKey, inside, changed, lang } = props;
  const { id, name, perMinute } = companyKey;
  const say = sayIn(props);
  return (
    <Setting name={say('company.key.limit')} action={say('company.key.limit.set')} say={say}>
      {(close) => (
        <SaveForm
          id={`limit-${id}`}
          start={{ perMinute: String(perMinute) }}
          send={(answers) =>
            inside.send(keyLimitCall, {
              method: 'put',
              json: { perMinute: answers.perMinute === '' ? null : numberOf(answers.perMinute) },
              parameters: { key: id },
            })
          }
          onSaved={() => {
            close();
            void changed(say('company.key.limit.saved', { name }));
          }}
          lang={lang}
          say={say}
        >
          <TextField
            name="perMinute"
            label={say('company.key.limit')}
            hint={say('company.key.limit.hint', { most: KEY_LIMITS.perMinute })}
            autoComplete="off"
            width="short"
          />
        </SaveForm>
      )}
    </Setting>
  );
}

function Rotation(props: Props) {
  const { companyKey, inside, canMake, onMade, lang } = props;
  const { id, name } = companyKey;
  const say = sayIn(props);
  return (
    <Setting name={say('company.key.rotate')} action={say('company.key.rotate.action')} say={say}>
      {(close) => (
        <>
          <p className="field-hint">{say('company.key.rotate.about')}</p>
          <SaveForm
            id={`rotate-${id}`}
            start={{ overlapHours: OVERLAP.usual, expiresAt: '', ...sourceOf(canMake) }}
            send={async ({ overlapHours, expiresAt, ...answers }) => {
              const { pair, publicKey } = await publicPart(answers);
              const json = { publicKey, overlapHours: numberOf(overlapHours), expiresAt: untilOf(expiresAt) };
              const sent = await inside.send(keyRotationCall, { method: 'post', json, parameters: { key: id } });
              return sent.status === 'saved' ? { ...sent, data: { ...sent.data, pair } } : sent;
            }}
            onSaved={(made) => {
              close();
              onMade({ ...made, name, announcement: say('company.key.rotated') });
            }}
            action={say('company.key.rotate.action')}
            lang={lang}
            say={say}
          >
            <TextField
              name="overlapHours"
              label={say('company.key.overlap')}
              hint={say('company.key.overlap.hint', { most: OVERLAP.most })}
              autoComplete="off"
              width="short"
            />
            <LastDay name="expiresAt" label={say('company.lastDay')} hint={say('company.lastDay.hint')} />
            <PublicKey {...props} />
          </SaveForm>
        </>
      )}
    </Setting>
  );
}

function Revocation(props: Props) {
  const { companyKey, inside, changed } = props;
  const { id, name } = companyKey;
  const say = sayIn(props);
  return (
    <Setting name={say('company.key.revoke')} action={say('company.key.revoke')} say={say}>
      {() => (
        <Confirm
          question={say('company.key.revoke.question', { name })}
          yes={say('company.key.revoke.yes')}
          send={() => inside.send(keyCall, { method: 'delete', parameters: { key: id } })}
          onDone={() => void changed(say('company.key.revoked', { name }))}
          say={say}
        />
      )}
    </Setting>
  );
}
