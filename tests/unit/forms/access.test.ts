/** Which products an application opens: the rule itself, and the server's answers about stored applications. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { accessOf } from '../../../src/forms/access.ts';
import { ACCREDITED, HIGH_RISK, PRODUCTS, QUALIFIED, STATES } from '../../../src/forms/lists.ts';
import { checkApplication } from '../../../src/forms/shapes.ts';
import { administer } from '../../../src/server/admin.ts';
import { saveApplication } from '../../../src/server/applications/store.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { FILLED_OPERATOR } from '../../helpers/builds.ts';
import { testDatabase } from '../../helpers/database/database.ts';
import { applicationBody, type Body, signature, tables, withAt } from '../../helpers/server/applications.ts';

const SAFE = PRODUCTS.filter((product) => !HIGH_RISK.some((one) => one === product));
const STATUSES = ACCREDITED.flatMap((accredited) => QUALIFIED.map((qualified) => [accredited, qualified] as const));
const SIGNED = Object.fromEntries(HIGH_RISK.map((product) => [product, signature()]));

/** Requests all products and signs all disclosures. */
const tradingWith = (accreditedInvestor: string, qualifiedPurchaser: string) => ({
  products: PRODUCTS,
  highRisk: SIGNED,
  accreditedInvestor,
  qualifiedPurchaser,
});

describe('the high-risk products of an application', () => {
  it.each(STATUSES)('accredited investor: %s, qualified purchaser: %s', (accredited, qualified) => {
    const { on, off } = accessOf(tradingWith(accredited, qualified));
    const isBoth = accredited !== 'none' && qualified !== 'none';
    expect(off).toEqual(isBoth ? [] : HIGH_RISK);
    expect(on).toEqual(isBoth ? PRODUCTS : SAFE);
  });

  it('stay off where a status is not declared or the disclosure is not signed, and are no matter where nobody asks', () => {
    const { accreditedInvestor: _accredited, ...undeclared } = tradingWith('income', 'ownInvestments');
    expect(accessOf(undeclared).off).toEqual(HIGH_RISK);
    const { forex: _forex, ...signed } = SIGNED;
    expect(accessOf({ ...tradingWith('income', 'ownInvestments'), highRisk: signed }).off).toEqual(['forex']);
    expect(accessOf({ ...tradingWith('none', 'none'), products: ['stocks'] })).toEqual({ on: ['stocks'], off: [] });
    expect(accessOf(undefined)).toEqual({ on: [], off: [] });
  });
});

describe('what the server says of a stored application', () => {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());
  // Approving an investor needs a broker.
  beforeEach(() => void vi.stubEnv('OPERATOR_FILE', `${FILLED_OPERATOR}/operator.yml`));
  afterEach(() => void vi.unstubAllEnvs());

  const ask = (action: string, given: Record<string, string | undefined> = {}) =>
    administer(
      { orm: database.orm, dataDir: '/nowhere', site: '' },
      { ...given, command: `applications ${action}`, by: 'Mika Mori' },
    );

  const investor = (accredited: string, qualified: string) =>
    Object.entries(tradingWith(accredited, qualified)).reduce(
      (body, [name, value]) => withAt(body, `trading.${name}`, value),
      applicationBody('investor'),
    );

  /** Stores an application and returns its reference. */
  async function stored(body: Body): Promise<string> {
    const checked = checkApplication(body, tables);
    if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
    const application = checked.value;
    const saved = await saveApplication(database.orm, {
      key: randomUUID(),
      body,
      application,
      ties: true,
      makesAccount: false,
      now: tables.now,
    });
    if (saved === null || typeof saved === 'string') throw new Error(`not saved: ${saved}`);
    return saved.reference;
  }

  it('keeps futures, options and forex off with "none" declared, in whatever state', async () => {
    const reference = await stored(investor('income', 'none'));
    for (const state of [...STATES.filter((one) => one !== 'received'), 'received']) {
      await ask('status', { reference, state, ask: state === 'needsInformation' ? 'More.' : undefined });
      const shown = await ask('show', { reference });
      expect(shown, state).toContain(`productsOn: ${SAFE.join(' ')}`);
      expect(shown, state).toContain(`productsOff: ${HIGH_RISK.join(' ')}`);
    }
    expect((await ask('list')).join()).toContain(`off ${HIGH_RISK.join(' ')}`);
  });

  it('keeps to the rule for every answer that the form takes', async () => {
    const expected = new Map<string, object>();
    for (const [accredited, qualified] of STATUSES) {
      const { on, off } = accessOf(tradingWith(accredited, qualified));
      expected.set(await stored(investor(accredited, qualified)), { productsOn: on, productsOff: off });
    }
    const records = JSON.parse((await ask('export', { format: 'json' })).join('\n')) as { reference: string }[];
    for (const [reference, access] of expected) {
      expect(records.find((record) => record.reference === reference)).toMatchObject(access);
    }
  });

  it('says nothing of products where a role has none', async () => {
    const reference = await stored(applicationBody('developer'));
    expect((await ask('show', { reference })).filter((line) => line.startsWith('products'))).toEqual([]);
  });
});
