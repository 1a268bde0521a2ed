import { useEffect, useState } from 'react';
import { keyMadeCall, keysCall } from '../../contract/companyKeys.ts';
import { SCOPES } from '../../forms/lists.ts';
import { ChecksField, RadioField, TextField } from '../formControls/controls.tsx';
import { Empty } from '../profile/Empty.tsx';
import { SaveForm, Section, sayIn } from '../profile/parts.tsx';
import { useAnnouncement } from '../profile/Setting.tsx';
import { saveFile } from '../profile/saveFile.ts';
import { useFocus } from '../useFocus.ts';
import { CompanyPage, type Inside } from './CompanyPage.tsx';
import type { KeysPanelProps, KeysProps, MadeKey } from './companyWords.ts';
import { Key } from './Key.tsx';
import { atNetworks, Networks, networksOf, PublicKey, publicPart, sourceOf } from './keyFields.tsx';
import { makeKeyPair } from './keyPair.ts';
import { LastDay, Reads, untilOf } from './parts.tsx';

/** The keys with which a company's systems call the partner API. */
export default function Keys(props: KeysProps) {
  return (
    <CompanyPage frame={props} rows={6}>
      {(inside) => <Lists {...props} inside={inside} />}
    </CompanyPage>
  );
}

function Lists(props: KeysProps & { inside: Inside }) {
  const { inside } = props;
  const say = sayIn(props);
  const [canMake, setCanMake] = useState<boolean | null>(null);
  const [made, setMade] = useState<MadeKey | null>(null);
  const { announcement, announce } = useAnnouncement();
  useEffect(() => {
    void makeKeyPair().then((pair) => setCanMake(pair !== null));
  }, []);
  return (
    <Reads frame={props} inside={inside} described={keysCall}>
      {({ keys }, resource) => {
        const part: KeysPanelProps = {
          ...props,
          canMake,
          onMade: (key) => {
            setMade(key);
            void resource.refresh();
          },
        };
        const changed = async (words: string) => {
          await resource.refresh();
          announce(words);
        };
        const now = Date.now();
        const isOver = ({ revokedAt, expiresAt }: (typeof keys)[number]) =>
          revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= now);
        const over = keys.filter(isOver);
        const active = keys.filter((key) => !isOver(key));
        const nameOf = (id: string) => keys.find((key) => key.id === id)?.name ?? id;
        return (
          <>
            {made && <Made {...part} made={made} onHide={() => setMade(null)} />}
            <Section id="keys" title={say('route.companyKeys')} isPage>
              {announcement}
              {active.length === 0 && (
                <Empty drawing="key" text={say('company.key.none')}>
                  {(inside.may('api.createSandboxKeys') || inside.may('api.createLiveKeys')) && (
                    <a className="button" href="#make">
                      {say('company.key.make')}
                    </a>
                  )}
                </Empty>
              )}
              {active.map((key) => (
                <Key key={key.id} {...part} companyKey={key} isOver={false} changed={changed} nameOf={nameOf} />
              ))}
              {over.length > 0 && (
                <details className="company-group">
                  <summary>
                    {say('company.key.past')} <span className="company-quiet">{over.length}</span>
                  </summary>
                  {over.map((key) => (
                    <Key key={key.id} {...part} companyKey={key} isOver changed={changed} nameOf={nameOf} />
                  ))}
                </details>
              )}
            </Section>
            <Make {...part} />
          </>
        );
      }}
    </Reads>
  );
}

/** A key that has just been made: its id and, once, the private part. */
function Made(props: KeysPanelProps & { made: MadeKey; onHide: () => void }) {
  const { made, onHide, site } = props;
  const { id, name, pair, announcement } = made;
  const say = sayIn(props);
  const box = useFocus<HTMLParagraphElement>(id);
  const [copied, setCopied] = useState('');
  const file = `${site.toLowerCase()}-${id}`;
  const forms = pair
    ? [
        { form: 'PEM (PKCS8)', text: pair.pem, name: `${file}.pem`, type: 'application/x-pem-file' },
        {
          form: 'JWK',
          text: JSON.stringify({ ...pair.jwk, kid: id }, null, 2),
          name: `${file}.jwk.json`,
          type: 'application/json',
        },
      ]
    : [];
  return (
    <Section id="made" title={say('company.key.made', { name })}>
      <p className="setting-said" role="status" tabIndex={-1} ref={box}>
        {announcement}
      </p>
      <p>
        {say('company.key.id')}: <code>{id}</code>
      </p>
      <p className="field-hint">{say('company.key.id.about')}</p>
      {forms.length > 0 && <p className="field-notice company-under">{say('company.key.private.about', { site })}</p>}
      {forms.map(({ form, text, ...saved }) => (
        <div className="company-secret" key={form}>
          <h3>{say('company.key.private', { form })}</h3>
          <pre className="company-code">
            <code>{text}</code>
          </pre>
          <p className="setting-buttons">
            <button
              type="button"
              className="button quiet"
              onClick={() =>
                void navigator.clipboard?.writeText(text).then(
                  () => setCopied(form),
                  () => setCopied(''),
                )
              }
            >
              {say('company.key.copy')}
              <span className="unseen">: {form}</span>
            </button>
            <button type="button" className="button quiet" onClick={() => saveFile(saved.name, text, saved.type)}>
              {say('company.key.download')}
              <span className="unseen">: {form}</span>
            </button>
            <span role="status">{copied === form && say('company.key.copied')}</span>
          </p>
        </div>
      ))}
      <p className="actions">
        <button type="button" className="button quiet" onClick={onHide}>
          {say(pair ? 'company.key.hide' : 'company.key.close')}
        </button>
      </p>
    </Section>
  );
}

function Make(props: KeysPanelProps) {
  const { inside, canMake, onMade, lang } = props;
  const { may, send, overview } = inside;
  const say = sayIn(props);
  const maySandbox = may('api.createSandboxKeys');
  const mayLive = may('api.createLiveKeys');
  if (!maySandbox && !mayLive) return null;
  const kinds = [
    ...(maySandbox
      ? [{ value: 'sandbox', text: say('company.kind.sandbox'), hint: say('company.key.kind.sandbox') }]
      : []),
    ...(mayLive && overview.confirmed
      ? [{ value: 'live', text: say('company.kind.live'), hint: say('company.key.kind.live') }]
      : []),
  ];
  const without = !mayLive
    ? say('company.key.kind.live.notPermitted')
    : !overview.confirmed
      ? say('company.key.kind.live.unconfirmed')
      : !maySandbox && say('company.key.kind.sandbox.notPermitted');
  return (
    <Section id="make" title={say('company.key.make')} hint={say('company.key.make.about')}>
      {without && <p className="field-notice">{without}</p>}
      {kinds.length > 0 && (
        <SaveForm
          id="make"
          start={{ kind: kinds[0]?.value, name: '', scopes: [], networks: '', expiresAt: '', ...sourceOf(canMake) }}
          send={async ({ kind, name, scopes, expiresAt, ...answers }) => {
            const networks = networksOf(answers.networks);
            const { pair, publicKey } = await publicPart(answers);
            const json = { kind, name, scopes, networks, publicKey, expiresAt: untilOf(expiresAt) };
            const sent = atNetworks(await send(keyMadeCall, { method: 'post', json }), networks, props);
            return sent.status === 'saved' ? { ...sent, data: { ...sent.data, pair } } : sent;
          }}
          onSaved={({ id, pair }, { name }) =>
            onMade({ id, name: String(name).trim(), pair, announcement: say('company.key.added') })
          }
          action={say('company.key.make.action')}
          forgets
          lang={lang}
          say={say}
        >
          <RadioField name="kind" label={say('company.kind.label')} options={kinds} />
          <TextField
            name="name"
            label={say('company.key.name')}
            hint={say('company.key.name.hint')}
            autoComplete="off"
            width="medium"
          />
          <ChecksField
            name="scopes"
            label={say('company.key.scopes')}
            hint={say('company.key.scopes.hint')}
            options={SCOPES.map((scope) => ({
              value: scope,
              text: <code>{scope}</code>,
              hint: say(`company.scope.${scope}`),
            }))}
          />
          <Networks {...props} />
          <LastDay name="expiresAt" label={say('company.lastDay')} hint={say('company.lastDay.hint')} />
          <PublicKey {...props} />
        </SaveForm>
      )}
    </Section>
  );
}
