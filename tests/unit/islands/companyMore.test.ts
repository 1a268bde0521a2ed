/** What the pages of keys, webhooks and assigned work show and send. */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { permissionOf } from '../../../src/catalogue/permissions.ts';
import { thresholds } from '../../../src/components/sections/thresholds.ts';
import { ROLES } from '../../../src/forms/lists.ts';
import { publicKeyOf } from '../../../src/forms/publicKeys.ts';
import { LOCALES } from '../../../src/i18n/locales.ts';
import { pick, translator } from '../../../src/i18n/messages.ts';
import { answersShown, contradicting, DICTIONARIES } from '../../../src/islands/company/applicationAnswers.ts';
import { APPLICATIONS_WORDS, isFinal } from '../../../src/islands/company/applicationWords.ts';
import type { KeysProps } from '../../../src/islands/company/companyWords.ts';
import { atNetworks, networksOf, numberOf, sourceOf } from '../../../src/islands/company/keyFields.tsx';
import { makeKeyPair } from '../../../src/islands/company/keyPair.ts';
import { COMPANY_SECTIONS } from '../../../src/menus.ts';
import { flat } from '../../../src/server/shared/records.ts';
import { applicationBody, type Body } from '../../helpers/server/applications.ts';

const t = translator('en-US');

describe('a pair of keys', () => {
  it('is what other programs read: PEM, JWK and the public key belong together, and each pair is another', async () => {
    const [pair, other] = [await makeKeyPair(), await makeKeyPair()];
    if (!pair || !other) throw new Error('Node makes Ed25519 keys');
    expect(pair.publicKey).not.toBe(other.publicKey);
    expect(publicKeyOf(pair.publicKey)).toBe(pair.publicKey);
    const fromPem = createPrivateKey(pair.pem);
    expect(fromPem.export({ format: 'jwk' })).toEqual(pair.jwk);
    expect(createPublicKey(fromPem).export({ format: 'jwk' }).x).toBe(pair.publicKey);
    for (const line of pair.pem.split('\n')) expect(line.length).toBeLessThanOrEqual(64);
  });

  it('is null where the browser cannot make one, and pasting is offered first', async () => {
    const { generateKey } = crypto.subtle;
    crypto.subtle.generateKey = (() => Promise.reject(new Error('unknown'))) as typeof generateKey;
    try {
      expect(await makeKeyPair()).toBeNull();
    } finally {
      crypto.subtle.generateKey = generateKey;
    }
    expect(sourceOf(false).source).toBe('pasted');
    expect(sourceOf(true).source).toBe('made');
  });
});

describe('what is typed for a key', () => {
  it('networks stand one a line, however they are divided', () => {
    expect(networksOf('203.0.113.0/24\r\n 198.51.100.7,::1\n\n')).toEqual(['203.0.113.0/24', '198.51.100.7', '::1']);
    expect(networksOf('')).toEqual([]);
  });

  it('a number is one; another text is sent as it is, and never as none', () => {
    expect(numberOf(' 60 ')).toBe(60);
    for (const text of ['', '1.5', '-1', '1e3', 'many']) expect(numberOf(text)).toBe(text);
  });

  it('the faults of networks stand at their one control, with the network', () => {
    const props = { locale: 'en-US', words: pick('en-US', ['company.audit.part']) } as unknown as KeysProps;
    const refused = {
      status: 'refused' as const,
      fields: [
        { field: 'name', message: 'Empty.' },
        { field: 'networks.1', message: 'No network.' },
      ],
    };
    expect(atNetworks(refused, ['::1', 'home'], props)).toEqual({
      status: 'refused',
      fields: [
        { field: 'name', message: 'Empty.' },
        { field: 'networks', message: t('company.audit.part', { name: 'home', value: 'No network.' }) },
      ],
    });
  });
});

describe('tables', () => {
  it('the sections of a company need permissions that exist, checked by the site itself', () => {
    const needs = COMPANY_SECTIONS.flatMap((section) => section.needs ?? []);
    expect(needs.length).toBeGreaterThan(5);
    for (const id of needs) expect(permissionOf(id)?.checkedBy, id).toBe('finger');
  });
});

describe('an application', () => {
  const words = pick('ja', APPLICATIONS_WORDS);
  const frame = { words, locale: 'ja', lang: LOCALES.ja.lang, figures: thresholds('ja') } as const;
  const shownOf = (role: (typeof ROLES)[number], given: Body = {}) => {
    const { password: _, confirmation: __, ...body } = applicationBody(role, given);
    return answersShown(flat(body), frame, {});
  };

  it('is shown in words, without codes, for every role', () => {
    for (const role of ROLES) {
      const shown = shownOf(role);
      expect(shown.length, role).toBeGreaterThan(10);
      expect(shown[0], role).toEqual({
        label: translator('ja')('account.role'),
        value: translator('ja')(`account.role.${role}`),
      });
      for (const { label, value } of shown) {
        expect(value, `${role} ${label}`).not.toBe('');
        expect(value, `${role} ${label}`).not.toMatch(/^(true|false|undefined|null)$/);
      }
    }
  });

  it('of an investor says products, means and signatures', () => {
    const { trading } = applicationBody('investor');
    const signature = { name: '佐藤 花', version: '2026-11-21', signedAt: '2026-11-21T15:00:00Z', locale: 'ja' };
    const shown = shownOf('investor', { trading: { ...(trading as Body), highRisk: { futures: signature } } });
    const text = JSON.stringify(shown);
    expect(text).toContain(translator('ja')('account.product.stocks'));
    expect(text).toContain('佐藤 花');
    const at = '2026-11-24T15:00:00Z';
    const [time] = translator('ja')('user.trade.withdrawn', { time: '|' }).split('|').filter(Boolean);
    const revoked = shownOf('investor', { trading, revoked: { 'trading.highRisk.forex': at } });
    const label = translator('ja')('account.product.forex');
    expect(revoked.filter(({ value }) => time && value.includes(time)).map((one) => one.label)).toEqual([label]);
    expect(DICTIONARIES).toContain(800);
  });

  it('names the answers that do not go together', () => {
    const ja = translator('ja');
    expect(contradicting('incomeNetWorth', frame)).toEqual([ja('account.income'), ja('account.netWorth')]);
    expect(contradicting('unknown', frame)).toEqual([]);
  });

  it('is final once it is approved, declined or withdrawn', () => {
    expect(['approved', 'declined', 'withdrawn'].every(isFinal)).toBe(true);
    expect(['received', 'inReview', 'needsInformation'].some(isFinal)).toBe(false);
  });
});
