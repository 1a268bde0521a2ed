import { type ReactNode, useState } from 'react';
import { isSignatureOf } from '../../forms/signatureName.ts';
import type { KeysOf } from '../../i18n/messages.ts';
import { FieldError, Hint, useField, useTyped } from './controls.tsx';
import { useFields } from './field.ts';

export const SIGN_WORDS = [
  'account.error.signatureEmpty',
  'account.error.signatureName',
  'account.newTab',
  'account.sign.*',
] as const;

export type Signature = Record<'name' | 'version' | 'signedAt' | 'locale', string>;

/** What a signature needs besides its field. */
export interface SigningProps {
  /** Of the field; the answers to `own.opened.<id>` and `own.signing.<id>` keep what is under way */
  name: string;
  id: string;
  /** The name of the product */
  title: string;
  locale: string;
  version: string;
  href: string;
  say: (key: KeysOf<(typeof SIGN_WORDS)[number]>, values?: Record<string, string>) => string;
  /** 'November 21, 2026' */
  day: (isoDay: string) => string;
  error: string | undefined;
  /** Whose name it must be; null if it is not known yet */
  signer: Parameters<typeof isSignatureOf>[1] | null;
  sign: (signature: Signature) => void;
  /** Shown in place of the field, once it is signed */
  children?: ReactNode;
}

/** The visitor opens the disclosure of a product first, then signs it by typing the full name. */
export function Signing({
  name,
  id: product,
  title,
  locale,
  version,
  href,
  say,
  day,
  error: found,
  signer,
  sign: give,
  children,
}: SigningProps) {
  const { useAnswer } = useFields();
  const [opened, open] = useAnswer(`own.opened.${product}`);
  const signing = useTyped(`own.signing.${product}`);
  const [missing, setMissing] = useState<string>();
  const { id } = useField({ name });
  const error = missing ?? found;

  const sign = () => {
    const typed = signing.value.trim();
    if (opened !== version) return setMissing(say('account.sign.openFirst', { product: title }));
    if (!typed) return setMissing(say('account.error.signatureEmpty'));
    if (signer && !isSignatureOf(typed, signer)) return setMissing(say('account.error.signatureName'));
    setMissing(undefined);
    give({ name: typed, signedAt: new Date().toISOString(), version, locale });
  };

  return (
    <div className="disclosure" data-field={name} data-wrong={error !== undefined || undefined}>
      <p>{say('account.sign.read', { product: title })}</p>
      <p>
        <a
          href={href}
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
      {children || (
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
