import { useState } from 'react';
import type { HighRisk } from '../../accounts/lists.ts';
import { PRODUCT_WORDS } from '../../accounts/messageKeys.ts';
import { idOf, useAccount, useAnswer } from './context.ts';
import { FieldError, Hint, useTyped } from './controls.tsx';

export type Signature = Record<'name' | 'version' | 'signedAt' | 'locale', string>;

/** The visitor opens the disclosure of a product first, then signs it by typing the full name. */
export function SignatureField({ product }: { product: HighRisk }) {
  const { say, locale, versions, links, day, instant, errorOf } = useAccount();
  const name = `trading.highRisk.${product}`;
  const [answer, give] = useAnswer(name);
  const [opened, open] = useAnswer(`own.opened.${product}`);
  const signing = useTyped(`own.signing.${product}`);
  const [missing, setMissing] = useState<string>();
  const id = idOf(name);
  const signed = answer as Signature | undefined;
  const error = missing ?? errorOf(name, (field) => field === name || field.startsWith(`${name}.`));
  const version = versions[product];
  const title = say(PRODUCT_WORDS[product]);

  const sign = () => {
    const typed = signing.value.trim();
    if (opened !== version) return setMissing(say('account.sign.openFirst', { product: title }));
    if (!typed) return setMissing(say('account.error.signatureEmpty'));
    setMissing(undefined);
    give({ name: typed, signedAt: new Date().toISOString(), version, locale } satisfies Signature);
  };

  return (
    <div className="disclosure" data-field={name} data-wrong={error !== undefined || undefined}>
      <p>{say('account.sign.read', { product: title })}</p>
      <p>
        <a
          href={links[product]}
          target="_blank"
          rel="noopener"
          onClick={() => {
            open(version);
            setMissing(undefined);
          }}
        >
          {say('account.sign.open', { product: title, date: day(version) })} {say('account.newTab')}
        </a>
      </p>
      {signed?.signedAt && signed.version === version ? (
        <div className="signed">
          <p role="status">
            {say('account.sign.signed', { name: signed.name, time: instant(signed.signedAt), date: day(version) })}
          </p>
          <button type="button" id={id} className="button quiet" onClick={() => give(undefined)}>
            {say('account.sign.takeBack')}
            <span className="unseen">: {title}</span>
          </button>
        </div>
      ) : (
        <>
          <label htmlFor={id}>{say('account.sign.name', { product: title })}</label>
          <Hint id={id}>{say('account.sign.hint')}</Hint>
          <FieldError id={id} error={error} />
          <div className="sign">
            <input
              id={id}
              className="input"
              autoComplete="name"
              aria-invalid={error !== undefined || undefined}
              aria-describedby={`${id}-hint${error === undefined ? '' : ` ${id}-error`}`}
              {...signing}
            />
            <button type="button" className="button quiet" onClick={sign}>
              {say('account.sign.sign')}
              <span className="unseen">: {title}</span>
            </button>
          </div>
        </>
      )}
    </div>
  );
}
