import { useState } from 'react';
import { sendForUser } from '../../../api/userCalls.ts';
import { tradeCall } from '../../../contract/users.ts';
import type { HighRisk } from '../../../forms/lists.ts';
import { PRODUCT_WORDS } from '../../../forms/messageKeys.ts';
import { lookUp } from '../../../lookUp.ts';
import { FieldsContext } from '../../formControls/field.ts';
import { type Signature, Signing } from '../../formControls/Signing.tsx';
import { instantIn } from '../../time.ts';
import { type Close, Setting, useAct } from '../Setting.tsx';
import type { TradePart } from './tradeWords.ts';
import { Withdraw } from './Withdraw.tsx';

/** A high-risk product: on request, with its disclosure signed. It is withdrawn at once. */
export function Disclosure({ product, ...part }: TradePart & { product: HighRisk }) {
  const { data, say, lang, locale, links } = part;
  const signed = data.signed[product];
  const version = data.versions[product];
  const title = say(PRODUCT_WORDS[product]);
  const instant = instantIn(lang);
  const isSigned = signed?.withdrawnAt === null && data.products.includes(product);
  // Of another language, this page does not know the current version.
  const isOld = isSigned && signed.locale === locale && signed.version !== version;
  const day = dayIn(lang);

  const value = (
    <>
      {!isSigned && <p>{say('user.trade.notSigned')}</p>}
      {signed && (
        <p>{say('account.sign.signed', { name: signed.name, time: instant(signed.at), date: day(signed.version) })}</p>
      )}
      {signed?.withdrawnAt && <p>{say('user.trade.withdrawn', { time: instant(signed.withdrawnAt) })}</p>}
      {isSigned && data.off.includes(product) && <p>{say('account.access.off', { product: title })}</p>}
      {isOld && <p className="setting-due">{say('user.trade.newVersion', { date: day(version) })}</p>}
      {isSigned && (
        <p>
          <a href={links[product]} target="_blank" rel="noopener">
            {say('user.trade.read', { product: title })} {say('account.newTab')}
          </a>
        </p>
      )}
    </>
  );
  return (
    <>
      <Setting
        name={title}
        value={value}
        action={say(isSigned ? 'user.trade.withdraw' : 'account.sign.sign')}
        say={say}
      >
        {(close) =>
          isSigned ? (
            <Withdraw
              what={product}
              question={say('user.trade.withdraw.question', { product: title })}
              done={() => close(say('user.trade.withdrawn.done', { product: title }))}
              {...part}
            />
          ) : (
            <Sign product={product} title={title} close={close} {...part} />
          )
        }
      </Setting>
      {isOld && <Sign product={product} title={title} {...part} />}
    </>
  );
}

function Sign({
  product,
  title,
  close,
  data,
  replace,
  say,
  lang,
  locale,
  links,
  service,
}: TradePart & { product: HighRisk; title: string; close?: Close }) {
  const [answers, setAnswers] = useState<Readonly<Record<string, unknown>>>({});
  const { act, failure } = useAct(say);
  const sign = (signature: Signature) => {
    const products = [...new Set([...data.products, product])];
    const json = { products, signatures: { [product]: signature } };
    void act(
      () => sendForUser(tradeCall, service, { method: 'put', json }),
      (saved) => {
        replace(saved);
        close?.(say('user.trade.signed.done', { product: title }));
      },
    );
  };
  return (
    <FieldsContext
      value={{
        lang,
        say,
        idOf: (field) => field.replaceAll('.', '-'),
        errorOf: () => undefined,
        useAnswer: (field) => [
          lookUp(answers, field),
          (value) => setAnswers((before) => ({ ...before, [field]: value })),
        ],
      }}
    >
      {failure}
      <Signing
        name={`signatures.${product}`}
        id={product}
        title={title}
        locale={locale}
        say={say}
        sign={sign}
        version={data.versions[product]}
        href={links[product]}
        day={dayIn(lang)}
        error={undefined}
        signer={data.signer}
      />
    </FieldsContext>
  );
}

/** 'November 21, 2026': a version is a day, wherever the visitor is. */
const dayIn = (lang: string) => (isoDay: string) =>
  new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(isoDay));
