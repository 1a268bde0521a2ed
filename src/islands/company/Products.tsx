import { applicationProductsCall, type OpeningNow } from '../../contract/companyWork.ts';
import { OPENING_STEPS, PRODUCT_DECISIONS } from '../../forms/lists.ts';
import { PRODUCT_WORDS } from '../../forms/messageKeys.ts';
import { RadioField, SelectField, TextArea } from '../formControls/controls.tsx';
import { useFields } from '../formControls/field.ts';
import { Fact, Facts, SaveForm, sayIn } from '../profile/parts.tsx';
import { Setting } from '../profile/Setting.tsx';
import { dayIn } from '../time.ts';
import type { ApplicationsProps } from './applicationWords.ts';
import type { PanelProps } from './CompanyPage.tsx';

/** Fields by the names of their faults: a decision is sent alone. */
const [WHAT, DECISION, REASON] = ['products.0.product', 'products.0.decision', 'products.0.reason'] as const;

/** What follows approval: the state of each product and step, and a form for who may decide. */
export function Products({
  opening: { steps, products },
  reference,
  mayDecide,
  decided,
  ...props
}: PanelProps<ApplicationsProps> & {
  opening: OpeningNow;
  reference: string;
  mayDecide: boolean;
  decided: () => Promise<void>;
}) {
  const { inside, lang } = props;
  const say = sayIn(props);
  const send = (json: object) =>
    inside.send(applicationProductsCall, { method: 'put', json, parameters: { reference } });
  const stepText = (done: string | null) =>
    done === null ? say('user.opening.open') : say('user.opening.done', { date: dayIn(lang)(done) });
  const choices = [
    ...products.map(({ product }) => ({ value: product as string, text: say(PRODUCT_WORDS[product]) })),
    ...OPENING_STEPS.map((step) => ({ value: step as string, text: say(`user.opening.${step}`) })),
  ];
  return (
    <>
      <Facts>
        {products.map(({ product, state, reason, missing }) => (
          <Fact key={product} name={say(PRODUCT_WORDS[product])}>
            {[say(`user.opening.state.${state}`), missing && say(`company.products.missing.${missing}`), reason]
              .filter(Boolean)
              .join(' · ')}
          </Fact>
        ))}
        {OPENING_STEPS.map((step) => (
          <Fact key={step} name={say(`user.opening.${step}`)}>
            {stepText(steps[step])}
          </Fact>
        ))}
      </Facts>
      {mayDecide && (
        <Setting name={say('company.products')} action={say('company.products')} say={say}>
          {(close) => (
            <SaveForm
              id={`products-${reference}`}
              start={{ [WHAT]: '', [DECISION]: '', [REASON]: '', step: '' }}
              send={({ [WHAT]: what, [DECISION]: decision, [REASON]: reason, step }) =>
                send(
                  isStep(what)
                    ? { steps: { [what]: step === 'done' } }
                    : { products: [{ product: what, decision, ...(decision !== 'enabled' && { reason }) }] },
                )
              }
              onSaved={() => {
                close();
                void decided();
              }}
              action={say('company.decision.action')}
              lang={lang}
              say={say}
            >
              <SelectField
                name={WHAT}
                label={say('company.products.what')}
                empty={say('account.choose')}
                options={choices}
              />
              <How {...props} />
            </SaveForm>
          )}
        </Setting>
      )}
    </>
  );
}

const isStep = (what: unknown): what is (typeof OPENING_STEPS)[number] => OPENING_STEPS.some((step) => step === what);

/** A product is enabled, or not for a reason; a step is open or done. */
function How(props: PanelProps<ApplicationsProps>) {
  const say = sayIn(props);
  const { useAnswer } = useFields();
  const [what] = useAnswer(WHAT);
  const [decision] = useAnswer(DECISION);
  if (what === '') return null;
  if (isStep(what)) {
    const options = (['open', 'done'] as const).map((value) => ({
      value,
      text: say(`company.products.step.${value}`),
    }));
    return <RadioField name="step" label={say('company.products.state')} options={options} />;
  }
  const options = PRODUCT_DECISIONS.map((value) => ({ value, text: say(`user.opening.state.${value}`) }));
  return (
    <>
      <RadioField name={DECISION} label={say('company.products.state')} options={options} />
      {decision !== '' && decision !== 'enabled' && (
        <TextArea name={REASON} label={say('company.products.reason')} hint={say('company.products.reason.hint')} />
      )}
    </>
  );
}
