import { textAt } from '../../forms/applicationSteps.ts';
import type { HighRisk } from '../../forms/lists.ts';
import { PRODUCT_WORDS } from '../../forms/messageKeys.ts';
import { type Signature, Signing } from '../formControls/Signing.tsx';
import { idOf, useAnswer, useAnswers, useApplication } from './context.ts';

/** The signature of the disclosure of a product, which can be withdrawn until the form is sent. */
export function SignatureField({ product }: { product: HighRisk }) {
  const { say, locale, versions, links, day, instant, errorOf } = useApplication();
  const name = `trading.highRisk.${product}`;
  const answers = useAnswers();
  const signer = { givenName: textAt(answers, 'givenName'), familyName: textAt(answers, 'familyName') };
  const [answer, give] = useAnswer(name);
  const signed = answer as Signature | undefined;
  const version = versions[product];
  const title = say(PRODUCT_WORDS[product]);
  return (
    <Signing
      name={name}
      id={product}
      title={title}
      locale={locale}
      version={version}
      say={say}
      day={day}
      href={links[product]}
      error={errorOf(name, (field) => field === name || field.startsWith(`${name}.`))}
      signer={signer}
      sign={give}
    >
      {signed?.signedAt && signed.version === version && (
        <div className="signed">
          <p role="status">
            {say('account.sign.signed', { name: signed.name, time: instant(signed.signedAt), date: day(version) })}
          </p>
          <button type="button" id={idOf(name)} className="button quiet" onClick={() => give(undefined)}>
            {say('account.signature.takeBack')}
            <span className="unseen">: {title}</span>
          </button>
        </div>
      )}
    </Signing>
  );
}
