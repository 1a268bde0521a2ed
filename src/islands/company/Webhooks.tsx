import {
  KEYS_PATH,
  WEBHOOK_EVENTS,
  type Webhook,
  webhookCall,
  webhookMadeCall,
  webhooksCall,
  webhookTestCall,
} from '../../contract/webhooks.ts';
import { ChecksField, RadioField, TextField } from '../formControls/controls.tsx';
import { Empty } from '../profile/Empty.tsx';
import { Fact, Facts, SaveForm, Section, sayIn } from '../profile/parts.tsx';
import { type Close, Confirm, Setting, useAct, useAnnouncement } from '../profile/Setting.tsx';
import { instantIn } from '../time.ts';
import { CompanyPage, type PanelProps } from './CompanyPage.tsx';
import type { WebhooksProps } from './companyWords.ts';
import { Deliveries } from './Deliveries.tsx';
import { Reads } from './parts.tsx';

const MANAGE = 'api.manageWebhooks';
const VIEW = 'api.viewDeliveries';

/** The addresses to which events of a company are sent, and what was sent. */
export default function Webhooks(props: WebhooksProps) {
  return (
    <CompanyPage frame={props} rows={6}>
      {(inside) => <Lists {...props} inside={inside} />}
    </CompanyPage>
  );
}

function Lists(props: PanelProps<WebhooksProps>) {
  const { inside } = props;
  const say = sayIn(props);
  const { announcement, announce } = useAnnouncement();
  return (
    <Reads frame={props} inside={inside} described={webhooksCall}>
      {({ webhooks }, resource) => {
        const changed = async (words: string) => {
          await resource.refresh();
          announce(words);
        };
        return (
          <>
            <Section id="webhooks" title={say('route.companyWebhooks')} isPage>
              {announcement}
              {webhooks.length === 0 && (
                <Empty drawing="webhook" text={say('company.webhook.none')}>
                  {inside.may(MANAGE) && (
                    <a className="button" href="#add">
                      {say('company.webhook.add')}
                    </a>
                  )}
                </Empty>
              )}
              {webhooks.map((webhook) => (
                <One key={webhook.id} {...props} webhook={webhook} changed={changed} />
              ))}
            </Section>
            {inside.may(MANAGE) && <Add {...props} changed={changed} />}
            <Verify {...props} />
          </>
        );
      }}
    </Reads>
  );
}

type ListProps = PanelProps<WebhooksProps> & { changed: (words: string) => Promise<void> };

const eventOptions = (props: WebhooksProps) =>
  WEBHOOK_EVENTS.map((event) => ({
    value: event,
    text: <code>{event}</code>,
    hint: sayIn(props)(`company.event.${event}`),
  }));

function One(props: ListProps & { webhook: Webhook }) {
  const { webhook, inside, changed, lang } = props;
  const { id, url, events, active } = webhook;
  const { may, send } = inside;
  const say = sayIn(props);
  const parameters = { id };
  return (
    <>
      <Setting name={url} action={may(MANAGE) ? say('account.change') : null} value={<Shown {...props} />} say={say}>
        {(close) => (
          <>
            <SaveForm
              id={`webhook-${id}`}
              start={{ events }}
              send={(json) => send(webhookCall, { method: 'put', json, parameters })}
              onSaved={() => {
                close();
                void changed(say('company.webhook.saved', { url }));
              }}
              lang={lang}
              say={say}
            >
              <ChecksField name="events" label={say('company.webhook.events')} options={eventOptions(props)} />
            </SaveForm>
            <Acts {...props} close={close} />
            <Setting name={say('company.webhook.secret')} action={say('company.webhook.secret.show')} say={say}>
              {() => (
                <>
                  <p>{say('company.webhook.secret.about')}</p>
                  <code className="company-address">{webhook.secret}</code>
                </>
              )}
            </Setting>
            <Setting name={say('company.webhook.remove')} action={say('company.webhook.remove')} say={say}>
              {() => (
                <Confirm
                  question={say('company.webhook.remove.question', { url })}
                  yes={say('company.webhook.remove.yes')}
                  send={() => send(webhookCall, { method: 'delete', parameters })}
                  onDone={() => void changed(say('company.webhook.removed', { url }))}
                  say={say}
                />
              )}
            </Setting>
          </>
        )}
      </Setting>
      {may(VIEW) && (
        <Setting name={say('company.deliveries')} action={say('company.deliveries.show')} say={say}>
          {() => <Deliveries {...props} mayRetry={may(MANAGE) && active} />}
        </Setting>
      )}
    </>
  );
}

function Shown(props: ListProps & { webhook: Webhook }) {
  const { webhook, lang } = props;
  const { kind, events, active, offBecause, failingSince, createdAt } = webhook;
  const say = sayIn(props);
  return (
    <>
      <p className="setting-due">
        {`${say(`company.kind.${kind}`)} · ${say(active ? 'company.webhook.active' : 'company.webhook.off')}`}
      </p>
      {offBecause && <p>{say(`company.webhook.${offBecause}`)}</p>}
      {active && failingSince && <p>{say('company.webhook.failingSince', { time: instantIn(lang)(failingSince) })}</p>}
      <Facts>
        <Fact name={say('company.webhook.events')}>
          {events.map((event) => (
            <span className="company-line" key={event}>
              <code>{event}</code>
            </span>
          ))}
        </Fact>
        <Fact name={say('company.since')}>{instantIn(lang)(createdAt)}</Fact>
      </Facts>
    </>
  );
}

/** Sends a test, and switches a webhook on or off. */
function Acts(props: ListProps & { webhook: Webhook; close: Close }) {
  const { webhook, inside, changed, close } = props;
  const { id, url, active } = webhook;
  const say = sayIn(props);
  const { act, isBusy, failure } = useAct(say);
  const parameters = { id };
  const test = () =>
    act(
      () => inside.send(webhookTestCall, { method: 'post', parameters }),
      () => close(say('company.webhook.tested')),
    );
  const turn = () =>
    act(
      () => inside.send(webhookCall, { method: 'put', json: { active: !active }, parameters }),
      () => {
        close();
        void changed(say(active ? 'company.webhook.switchedOff' : 'company.webhook.switchedOn', { url }));
      },
    );
  return (
    <>
      <p className="setting-buttons company-under">
        {active && (
          <button type="button" className="button quiet" aria-disabled={isBusy} onClick={() => void test()}>
            {say('company.webhook.test')}
          </button>
        )}
        <button type="button" className="button quiet" aria-disabled={isBusy} onClick={() => void turn()}>
          {say(active ? 'company.webhook.switchOff' : 'company.webhook.switchOn')}
        </button>
      </p>
      {failure}
    </>
  );
}

function Add(props: ListProps) {
  const { inside, changed, lang } = props;
  const { overview, send } = inside;
  const say = sayIn(props);
  const kinds = [
    { value: 'sandbox', text: say('company.kind.sandbox'), hint: say('company.webhook.kind.sandbox') },
    ...(overview.confirmed
      ? [{ value: 'live', text: say('company.kind.live'), hint: say('company.webhook.kind.live') }]
      : []),
  ];
  return (
    <Section id="add" title={say('company.webhook.add')} hint={say('company.webhook.add.about')}>
      {!overview.confirmed && <p className="field-notice">{say('company.webhook.kind.unconfirmed')}</p>}
      <SaveForm
        id="add"
        start={{ url: '', kind: 'sandbox', events: [] }}
        send={(json) => send(webhookMadeCall, { method: 'post', json })}
        onSaved={(_, { url }) => void changed(say('company.webhook.added', { url: String(url).trim() }))}
        action={say('company.webhook.add.action')}
        forgets
        lang={lang}
        say={say}
      >
        <TextField
          name="url"
          label={say('company.webhook.url')}
          hint={say('company.webhook.url.hint')}
          autoComplete="off"
          spellCheck={false}
        />
        <RadioField name="kind" label={say('company.kind.label')} options={kinds} />
        <ChecksField name="events" label={say('company.webhook.events')} options={eventOptions(props)} />
      </SaveForm>
    </Section>
  );
}

/** How a receiver knows what the site has sent. */
function Verify(props: PanelProps<WebhooksProps>) {
  const { service, developersHref, site } = props;
  const say = sayIn(props);
  const address = new URL(service.base + KEYS_PATH, location.origin).href;
  return (
    <Section id="verify" title={say('company.webhook.verify')}>
      <p>{say('company.webhook.verify.about', { site })}</p>
      <p className="company-under">
        {say('company.webhook.keys')}{' '}
        <a className="company-address" href={address}>
          {address}
        </a>
      </p>
      <p className="company-under">
        <a href={developersHref}>{say('company.webhook.verify.more')}</a>
      </p>
    </Section>
  );
}
