/** Every answer in words, step by step: for the check and for the record. */
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { get } from 'react-hook-form';
import { type Asked, accessOf } from '../../accounts/access.ts';
import { isDay } from '../../accounts/days.ts';
import {
  companyOf,
  HIGH_RISK,
  hasLicence,
  NOTIFICATIONS,
  PRIVACY_PARTS,
  PRODUCTS,
  type Step,
} from '../../accounts/lists.ts';
import { normalizeMobile } from '../../accounts/mobile.ts';
import { $accountLists, listOf, loadCountries, loadEntries } from '../../stores/accountLists.ts';
import { FILES_ANSWER, type SentFile } from '../../stores/licenceFiles.ts';
import { addressIn, COMPANY_PARTS, namesIn, roleOf, SIGNATURE_PARTS } from './answers.ts';
import { listAt, textAt, useAccount, useCountry, type Values } from './context.ts';
import {
  ACCREDITED_WORDS,
  DICTIONARY,
  GENDER_WORDS,
  NAME_WORDS,
  NOTIFICATION_WORDS,
  PRIVACY_WORDS,
  PRODUCT_WORDS,
  QUALIFIED_WORDS,
  ROLE_WORDS,
} from './words.ts';

export interface Row {
  /** The field that a change leads to */
  field: string;
  /** Fields whose faults are shown here */
  covers: readonly string[];
  label: string;
  /** Lines; none where there is no answer */
  lines: readonly string[];
  optional?: boolean;
}

/** The rows of a step. Lists of the API that they need are asked for. */
export function useReview(values: Values): (step: Step) => Row[] {
  const { say, locale, service, figures, instant, day } = useAccount();
  const { entries } = useStore($accountLists);
  const role = roleOf(values);
  useEffect(() => {
    void loadCountries(service);
    const { licence, ...means } = DICTIONARY;
    if (role === 'investor') for (const root of Object.values(means)) void loadEntries(root, service);
    if (hasLicence(role)) void loadEntries(licence, service);
  }, [role, service]);

  const country = useCountry(textAt(values, 'country'));
  const entry = (root: number, key: string) =>
    listOf(entries[root]).find((one) => one.key === key)?.names[locale] ?? key;
  const row = (field: string, label: string, lines: readonly (string | undefined)[], more: Partial<Row> = {}): Row => ({
    field,
    covers: [field],
    label,
    lines: lines.filter((line): line is string => !!line),
    ...more,
  });
  const text = (field: string) => textAt(values, field).trim();
  const words = <K extends string>(table: Readonly<Record<K, Parameters<typeof say>[0]>>, key: string, of = figures) =>
    Object.hasOwn(table, key) ? say(table[key as K], of) : undefined;

  return (step) => {
    switch (step) {
      case 'who':
        return [
          row('role', say('account.role'), [role ? say(ROLE_WORDS[role].name) : undefined]),
          row('country', say('account.country'), [country?.names[locale] ?? text('country')]),
          row('cityName', say('account.city'), [text('cityName')], { covers: ['city', 'cityName'] }),
        ];
      case 'login':
        return [
          row('email', say('account.email'), [text('email')]),
          row('password', say('account.password'), [text('password') && say('account.password.given')], {
            covers: ['password', 'confirmation'],
          }),
          row('mobile', say('account.mobile'), [
            normalizeMobile(text('mobile'), country?.dialCode ?? null) ?? text('mobile'),
          ]),
          ...(role === 'investor'
            ? [row('brokerNumber', say('account.brokerNumber'), [text('brokerNumber')], { optional: true })]
            : []),
        ];
      case 'about':
        return aboutRows();
      case 'trading':
        return tradingRows();
      case 'notifications':
        return [
          ...(Object.keys(NOTIFICATIONS) as (keyof typeof NOTIFICATIONS)[]).map((name) =>
            row(`notifications.${name}`, say(NOTIFICATION_WORDS[name].name, figures), [
              say(get(values, `notifications.${name}`) ? 'account.on' : 'account.off'),
            ]),
          ),
          ...PRIVACY_PARTS.map((name) =>
            row(`privacy.${name}`, say('account.privacy.row', { part: say(PRIVACY_WORDS[name].name) }), [
              say(get(values, `privacy.${name}`) === 'public' ? 'account.public' : 'account.private'),
            ]),
          ),
        ];
      default:
        return [];
    }
  };

  function aboutRows(): Row[] {
    const company = companyOf(role);
    const files = get(values, FILES_ANSWER) as SentFile[] | undefined;
    const none = get(values, 'licence.none');
    const born = text('birthDate');
    return [
      ...namesIn(locale).map((name) => row(name, say(NAME_WORDS[name]), [text(name)])),
      row('nickname', say('account.nickname'), [text('nickname')]),
      row('birthDate', say('account.birthDate'), [readableDay(born)]),
      row('gender', say('account.gender'), [words(GENDER_WORDS, text('gender'))]),
      row(
        'address.line1',
        say('account.address'),
        addressIn(locale).map((part) => text(`address.${part}`)),
        { covers: addressIn(locale).map((part) => `address.${part}`) },
      ),
      ...(company === 'none'
        ? []
        : [
            row(
              'company.name',
              say('account.company'),
              COMPANY_PARTS.map((part) => text(`company.${part}`)),
              {
                covers: COMPANY_PARTS.map((part) => `company.${part}`),
                optional: company === 'optional',
              },
            ),
          ]),
      ...(hasLicence(role)
        ? [
            row(
              'licence',
              say('account.licence'),
              none === true
                ? [say('account.licence.none')]
                : none === false
                  ? [
                      text('licence.type') && entry(DICTIONARY.licence, text('licence.type')),
                      text('licence.number'),
                      ...(files ?? []).map(({ name }) => name),
                    ]
                  : [],
              { covers: ['licence', 'licence.type', 'licence.number', 'licence.files'] },
            ),
          ]
        : []),
    ];
  }

  function readableDay(iso: string): string {
    return isDay(iso) ? day(iso) : iso;
  }

  function tradingRows(): Row[] {
    const products = listAt(values, 'trading.products');
    const means = (name: 'experience' | 'employment' | 'income' | 'netWorth', label: string) => {
      const key = text(`trading.${name}`);
      return row(`trading.${name}`, label, [key && entry(DICTIONARY[name], key)]);
    };
    const isHighRisk = HIGH_RISK.some((product) => products.includes(product));
    const { off } = accessOf(get(values, 'trading') as Asked | undefined);
    return [
      row(
        'trading.products',
        say('account.products'),
        PRODUCTS.filter((one) => products.includes(one)).map((one) => {
          const product = say(PRODUCT_WORDS[one]);
          return off.some((product) => product === one) ? say('account.access.off', { product }) : product;
        }),
      ),
      ...HIGH_RISK.filter((product) => products.includes(product)).map((product) => {
        const field = `trading.highRisk.${product}`;
        const signed = get(values, field) as { name: string; signedAt: string; version: string } | undefined;
        return row(
          field,
          say('account.sign.row', { product: say(PRODUCT_WORDS[product]) }),
          [
            signed?.signedAt &&
              say('account.sign.signed', {
                name: signed.name,
                time: instant(signed.signedAt),
                date: readableDay(signed.version),
              }),
          ],
          { covers: [field, ...SIGNATURE_PARTS.map((part) => `${field}.${part}`)] },
        );
      }),
      ...(isHighRisk
        ? [
            row('trading.accreditedInvestor', say('account.accredited'), [
              words(ACCREDITED_WORDS, text('trading.accreditedInvestor')),
            ]),
            row('trading.qualifiedPurchaser', say('account.qualified'), [
              words(QUALIFIED_WORDS, text('trading.qualifiedPurchaser')),
            ]),
          ]
        : []),
      means('experience', say('account.experience')),
      means('employment', say('account.employment')),
      means('income', say('account.income')),
      means('netWorth', say('account.netWorth')),
      row(
        'trading.sourceOfFunds',
        say('account.funds'),
        listAt(values, 'trading.sourceOfFunds').map((key) => entry(DICTIONARY.funds, key)),
      ),
    ];
  }
}

/** The lines of an answer, or that there is none. `fault` is what is wrong with it. */
export function Answer({ row: { lines }, fault }: { row: Row; fault?: string | undefined }) {
  const { say } = useAccount();
  return (
    <>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of an answer have no other name
        <span key={index} className="review-line">
          {line}
        </span>
      ))}
      {lines.length === 0 && !fault && <span className="review-none">{say('account.notGiven')}</span>}
      {fault && <span className="field-error">{fault}</span>}
    </>
  );
}
