import type { OpeningNow } from '../../../contract/companyWork.ts';
import { PRODUCT_WORDS } from '../../../forms/messageKeys.ts';
import { dayIn } from '../../time.ts';
import { Fact, Facts, type FrameProps, State, sayIn } from '../parts.tsx';

export const OPENING_WORDS = ['account.product.*', 'user.opening.*'] as const;

/** What follows approval: the broker, the steps with it and each product, every one with its state. */
export function Opening({
  opening: { broker, steps, products },
  tradeHref,
  ...props
}: FrameProps<(typeof OPENING_WORDS)[number]> & { opening: OpeningNow; tradeHref: string }) {
  const say = sayIn(props);
  const stateOf = (done: string | null) =>
    done === null ? say('user.opening.open') : say('user.opening.done', { date: dayIn(props.lang)(done) });
  return (
    <>
      <h4>{say('user.opening.title')}</h4>
      <Facts>
        {broker ? (
          <Fact name={say('user.opening.broker')}>
            <strong>{broker.name}</strong>
            <br />
            {say('user.opening.authority', { authority: broker.authority, number: broker.number })}
            {broker.contact && (
              <>
                <br />
                {broker.contact}
              </>
            )}
          </Fact>
        ) : (
          <Fact name={say('user.opening.broker')}>{say('user.opening.noBroker')}</Fact>
        )}
        {(broker?.agreement || steps.agreement) && (
          <Fact name={say('user.opening.agreement')}>
            {stateOf(steps.agreement)}
            {broker?.agreement && (
              <>
                {' '}
                <a href={broker.agreement} target="_blank" rel="noopener">
                  {say('user.opening.agreement.read')}
                </a>
              </>
            )}
          </Fact>
        )}
        {(broker?.payIn || steps.payIn) && (
          <Fact name={say('user.opening.payIn')}>
            {stateOf(steps.payIn)}
            {broker?.payIn && (
              <>
                <br />
                <span className="user-text">{broker.payIn}</span>
              </>
            )}
          </Fact>
        )}
        {products.map(({ product, state, reason, missing }) => (
          <Fact key={product} name={say(PRODUCT_WORDS[product])}>
            <State is={state === 'enabled' ? 'good' : missing && 'due'}>{say(`user.opening.state.${state}`)}</State>
            {reason && (
              <>
                <br />
                <span className="user-text">{reason}</span>
              </>
            )}
            {missing && (
              <>
                <br />
                <a href={tradeHref}>{say(`user.opening.missing.${missing}`)}</a>
              </>
            )}
          </Fact>
        ))}
      </Facts>
    </>
  );
}
