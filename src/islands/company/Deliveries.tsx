import { useState } from 'react';
import {
  DELIVERY_STATES,
  type Delivery,
  deliveriesCall,
  deliveryCall,
  deliveryRetryCall,
  PING,
  WEBHOOK_EVENTS,
  type Webhook,
} from '../../contract/webhooks.ts';
import { Empty } from '../profile/Empty.tsx';
import { sayIn } from '../profile/parts.tsx';
import { useAct } from '../profile/Setting.tsx';
import { instantIn } from '../time.ts';
import type { PanelProps } from './CompanyPage.tsx';
import type { WebhooksProps } from './companyWords.ts';
import { Pages } from './more.tsx';
import { Pick, Reads } from './parts.tsx';

type Props = PanelProps<WebhooksProps> & {
  webhook: Webhook;
  /** Whether a delivery can be sent again */
  mayRetry: boolean;
};

/** What was sent to a webhook, newest first. */
export function Deliveries(props: Props) {
  const { webhook, inside, service, loginHref } = props;
  const say = sayIn(props);
  const [state, setState] = useState('');
  return (
    <>
      <p className="field-hint">{say('company.deliveries.about')}</p>
      <div className="company-search">
        <Pick
          id={`deliveries-${webhook.id}`}
          label={say('company.deliveries.state')}
          value={state}
          options={DELIVERY_STATES.map((value) => ({ value, text: say(`company.delivery.${value}`) }))}
          empty={say('company.deliveries.all')}
          onPick={setState}
        />
      </div>
      <Pages
        key={state}
        described={deliveriesCall}
        place={{ parameters: { company: inside.id, id: webhook.id }, query: { state } }}
        service={service}
        loginHref={loginHref}
        say={say}
      >
        {({ deliveries }, resource, isFirst) =>
          deliveries.length === 0 && isFirst ? (
            <Empty drawing="webhook" text={say('company.deliveries.none')} />
          ) : (
            <ol className="sign-ins">
              {deliveries.map((delivery) => (
                <One key={delivery.id} {...props} delivery={delivery} refresh={resource.refresh} />
              ))}
            </ol>
          )
        }
      </Pages>
    </>
  );
}

function One(props: Props & { delivery: Delivery; refresh: () => Promise<void> }) {
  const { delivery, webhook, inside, mayRetry, refresh, lang } = props;
  const { id, event, type, state, at, attempts, answer, triedAt, nextAt } = delivery;
  const say = sayIn(props);
  const { act, isBusy, failure } = useAct(say);
  const [isShown, setShown] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const instant = instantIn(lang);
  const known = ([...WEBHOOK_EVENTS, PING] as const).find((name) => name === type);
  const rows = [
    say('company.delivery.attempts', { count: attempts }),
    answer !== null && say('company.delivery.answer', { answer }),
    triedAt !== null && say('company.delivery.tried', { time: instant(triedAt) }),
    nextAt !== null && say('company.delivery.next', { time: instant(nextAt) }),
  ].filter(Boolean);
  const parameters = { id: webhook.id, delivery: id };
  return (
    <li>
      <time dateTime={at}>{instant(at)}</time>
      <div>
        <p className="setting-due">{`${known ? say(`company.event.${known}`) : type} · ${say(`company.delivery.${state}`)}`}</p>
        <p className="setting-value">{rows.join(' · ')}</p>
        <p className="setting-value">
          {say('company.delivery.id')}: <code>{event}</code>
        </p>
        <p className="setting-buttons company-under">
          <button
            type="button"
            className="button quiet"
            aria-expanded={isShown}
            onClick={() => setShown((before) => !before)}
          >
            {say(isShown ? 'company.delivery.body.hide' : 'company.delivery.body.show')}
            <span className="unseen">: {event}</span>
          </button>
          {mayRetry && state !== 'sending' && (
            <button
              type="button"
              className="button quiet"
              aria-disabled={isBusy}
              onClick={() =>
                void act(
                  () => inside.send(deliveryRetryCall, { method: 'post', parameters }),
                  () => {
                    setAnnouncement(say('company.delivery.retried'));
                    void refresh();
                  },
                )
              }
            >
              {say('company.delivery.retry')}
              <span className="unseen">: {event}</span>
            </button>
          )}
          <span role="status">{announcement}</span>
        </p>
        {failure}
        {isShown && (
          <Reads frame={props} inside={inside} described={deliveryCall} place={{ parameters }} rows={1}>
            {({ body }) => (
              <figure className="company-secret">
                <figcaption>{say('company.delivery.body')}</figcaption>
                <pre className="company-code">
                  <code>{pretty(body)}</code>
                </pre>
              </figure>
            )}
          </Reads>
        )}
      </div>
    </li>
  );
}

/** JSON with a line for each value, as people read it. */
function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
