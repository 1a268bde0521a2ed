import { useState } from 'react';
import { get, useController } from 'react-hook-form';
import type { HighRisk } from '../../accounts/lists.ts';
import { SIGNATURE_PARTS } from './answers.ts';
import { idOf, textAt, useAccount } from './context.ts';
import { FieldError, Hint } from './controls.tsx';
import { PRODUCT_WORDS } from './words.ts';

type Signature = Record<(typeof SIGNATURE_PARTS)[number], string>;

/** The disclosure of a product is opened first, then signed by typing the full name. */
export function SignatureField({ product }: { product: HighRisk }) {
  const { form, say, locale, versions, links, day, instant, errorOf } = useAccount();
  const name = `trading.highRisk.${product}`;
  const opened = `own.opened.${product}`;
  const typedName = `own.signing.${product}`;
  const { field } = useController({ name, control: form.control });
  const [missing, setMissing] = useState<string>();
  const id = idOf(name);
  const signed = field.value as Signature | undefined;
  const error = missing ?? errorOf(name) ?? SIGNATURE_PARTS.map((part) => errorOf(`${name}.${part}`)).find(Boolean);
  const version = versions[product];
  const title = say(PRODUCT_WORDS[product]);

  const sign = () => {
    const typed = textAt(form.getValues(), typedName).trim();
    if (get(form.getValues(), opened) !== version) return setMissing(say('account.sign.openFirst', { product: title }));
    if (!typed) return setMissing(say('account.error.signatureEmpty'));
    setMissing(undefined);
    field.onChange({ name: typed, signedAt: new Date().toISOString(), version, locale } satisfies Signature);
    void form.trigger(name);
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
            form.setValue(opened, version);
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
          <button type="button" id={id} className="button quiet" onClick={() => form.setValue(name, undefined)}>
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
              {...form.register(typedName)}
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
