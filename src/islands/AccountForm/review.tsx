/** Every answer in words, step by step: for the check and for the record. */
import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { get } from 'react-hook-form';
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
import { $accountLists, loadCountries, loadEntries } from '../../stores/accountLists.ts';
import { FILES_ANSWER, type SentFile } from '../../stores/licenceFiles.ts';
import { roleOf } from './answers.ts';
import { listAt, textAt, useAccount, type Values } from './context.ts';
import {
  ACCREDITED_WORDS,
  DICTIONARY,
  GENDER_WORDS,
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
  const { countries, entries } = useStore($accountLists);
  const role = roleOf(values);
  useEffect(() => {
    void loadCountries(service);
    const { licence, ...means } = DICTIONARY;
    if (role === 'investor') for (const root of Object.values(means)) void loadEntries(root, service);
    if (hasLicence(role)) void loadEntries(licence, service);
  }, [role, service]);

  const country = Array.isArray(countries)
    ? countries.find(({ code }) => code === textAt(values, 'country'))
    : undefined;
  const entry = (root: number, key: string) => {
    const list = entries[root];
    return (Array.isArray(list) ? list.find((one) => one.key === key)?.names[locale] : undefined) ?? key;
  };
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
    const isEastern = locale === 'ja' || locale === 'tw' || locale === 'cn';
    const given = row('givenName', say('account.givenName'), [text('givenName')]);
    const family = row('familyName', say('account.familyName'), [text('familyName')]);
    const address = ['line1', 'line2', 'city', 'region', 'postcode'].map((part) => text(`address.${part}`));
    const company = companyOf(role);
    const files = get(values, FILES_ANSWER) as SentFile[] | undefined;
    const none = get(values, 'licence.none');
    const born = text('birthDate');
    return [
      ...(isEastern ? [family, given] : [given, family]),
      row('nickname', say('account.nickname'), [text('nickname')]),
      row('birthDate', say('account.birthDate'), [readableDay(born)]),
      row('gender', say('account.gender'), [words(GENDER_WORDS, text('gender'))]),
      row(
        'address.line1',
        say('account.address'),
        isEastern ? [address[4], address[3], address[2], address[0], address[1]] : address,
        {
          covers: ['line1', 'line2', 'city', 'region', 'postcode'].map((part) => `address.${part}`),
        },
      ),
      ...(company === 'none'
        ? []
        : [
            row(
              'company.name',
              say('account.company'),
              ['name', 'registrationNumber', 'position'].map((part) => text(`company.${part}`)),
              {
                covers: ['company.name', 'company.registrationNumber', 'company.position'],
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
    return [
      row(
        'trading.products',
        say('account.products'),
        PRODUCTS.filter((one) => products.includes(one)).map((one) => say(PRODUCT_WORDS[one])),
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
          { covers: [field, ...['name', 'version', 'signedAt', 'locale'].map((part) => `${field}.${part}`)] },
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
