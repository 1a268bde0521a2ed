import { sendForUser } from '../../../api/userCalls.ts';
import { tradeCall } from '../../../contract/users.ts';
import { ACCESS_WORDS } from '../../../forms/access.ts';
import {
  EMPLOYMENT,
  EXPERIENCE,
  FUNDS,
  HIGH_RISK,
  INCOME,
  isOffered,
  keysOf,
  NET_WORTH,
  PRODUCTS,
} from '../../../forms/lists.ts';
import { PRODUCT_WORDS } from '../../../forms/messageKeys.ts';
import { ChecksField, SelectField, TextField } from '../../formControls/controls.tsx';
import { instantIn } from '../../time.ts';
import { Loaded, SaveForm, Section, sayIn, useResource } from '../parts.tsx';
import { Disclosure } from './Disclosure.tsx';
import { Status } from './Status.tsx';
import type { Props, TradePart, TradeWord } from './tradeWords.ts';

const MEANS = [
  ['experience', 'account.experience', keysOf(EXPERIENCE)],
  ['employment', 'account.employment', EMPLOYMENT],
  ['income', 'account.income', keysOf(INCOME)],
  ['netWorth', 'account.netWorth', keysOf(NET_WORTH)],
] as const satisfies readonly (readonly [string, TradeWord, readonly string[]])[];

const isHighRisk = (product: string) => HIGH_RISK.some((item) => item === product);

/** What a user wants to trade: broker number, products, signed disclosures, investor status. */
export default function Trade(props: Props) {
  const { locale, lang, service, loginHref, links, figures, names } = props;
  const say = sayIn(props);
  const resource = useResource(tradeCall, service);
  return (
    <Loaded resource={resource} rows={6} loginHref={loginHref} say={say}>
      {(data) => {
        const part: TradePart = { data, replace: resource.replace, say, locale, lang, service, links, figures };
        const save = (json: unknown) => sendForUser(tradeCall, service, { method: 'put', json });
        return (
          <>
            <Section id="broker" title={say('account.brokerNumber')} hint={say('account.brokerNumber.hint')}>
              <SaveForm
                id="broker"
                start={{ brokerNumber: data.brokerNumber }}
                lang={lang}
                say={say}
                action={say('user.trade.broker.save')}
                quiet
                send={save}
                onSaved={resource.replace}
              >
                <TextField
                  name="brokerNumber"
                  label={<span className="unseen">{say('account.brokerNumber')}</span>}
                  autoComplete="off"
                  width="medium"
                  spellCheck={false}
                />
              </SaveForm>
            </Section>
            <Section id="products" title={say('account.products')} hint={say('user.trade.products.hint')}>
              <SaveForm
                id="products"
                start={{ products: data.products.filter((product) => !isHighRisk(product)) }}
                lang={lang}
                say={say}
                action={say('user.trade.products.save')}
                quiet
                send={({ products }) =>
                  save({ products: [...(products as string[]), ...data.products.filter(isHighRisk)] })
                }
                onSaved={resource.replace}
              >
                <ChecksField
                  name="products"
                  label={<span className="unseen">{say('account.products')}</span>}
                  options={PRODUCTS.filter((product) => !isHighRisk(product)).map((value) => ({
                    value,
                    text: say(PRODUCT_WORDS[value]),
                  }))}
                />
              </SaveForm>
            </Section>
            <Section
              id="highRisk"
              title={say('account.highRisk')}
              hint={
                <>
                  <p>{say('user.trade.highRisk.hint')}</p>
                  <p>{say(ACCESS_WORDS)}</p>
                </>
              }
            >
              {HIGH_RISK.map((product) => (
                <Disclosure key={product} product={product} {...part} />
              ))}
            </Section>
            <Section id="investor" title={say('user.trade.investor')} hint={say('user.trade.investor.hint')}>
              <Status status="accreditedInvestor" {...part} />
              <Status status="qualifiedPurchaser" {...part} />
            </Section>
            <Section
              id="means"
              title={say('account.means')}
              hint={data.means ? say('user.trade.means.since', { time: instantIn(lang)(data.means.at) }) : undefined}
            >
              <SaveForm
                id="means"
                start={{ ...data.means }}
                lang={lang}
                say={say}
                action={say('user.trade.means.save')}
                quiet
                send={({ at: _, ...means }) => save({ means })}
                onSaved={resource.replace}
              >
                {MEANS.map(([name, label, keys]) => (
                  <SelectField
                    key={name}
                    name={name}
                    label={say(label)}
                    empty={say('account.choose')}
                    options={keys
                      .filter((key) => isOffered(key, locale, data.means?.[name]))
                      .map((value) => ({ value, text: names[value] ?? value }))}
                  />
                ))}
                <ChecksField
                  name="sourceOfFunds"
                  label={say('account.funds')}
                  options={FUNDS.map((value) => ({ value, text: names[value] ?? value }))}
                />
              </SaveForm>
            </Section>
          </>
        );
      }}
    </Loaded>
  );
}
