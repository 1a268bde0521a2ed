/** What applications and profiles said apart before the migration 0014_applicants is one record of each applicant. */
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Role } from '../../../../src/forms/lists.ts';
import { connect, migrate, migrations } from '../../../../src/server/db/opening/open.ts';
import { applicants } from '../../../../src/server/db/schema.ts';
import { emptyPlace } from '../../../helpers/database/database.ts';
import { take } from '../../../helpers/database/databaseTest.ts';
import { applicationBody, type Body } from '../../../helpers/server/applications.ts';

it('with the later of two dated statements, and nothing lost', async () => {
  const place = await take(emptyPlace());
  const { orm, close } = await connect(place);
  try {
    // The migration before it
    await migrate(orm, migrations[13]?.folderMillis);
    const user = async (id: string, trade: object | null, brokerNumber = '') => {
      await orm.execute(
        sql`insert into users (id, name, email, email_verified) values (${id}, ${id}, ${`${id}@example.com`}, true)`,
      );
      await orm.execute(sql`insert into user_profiles (user_id, locale, broker_number, trade, toggles)
        values (${id}, 'ja', ${brokerNumber}, ${trade && JSON.stringify(trade)}::jsonb, '{"privacy":{"email":"public"}}')`);
    };
    const application = (
      reference: string,
      owner: string | null,
      at: string,
      given: Body = {},
      role: Role = 'investor',
    ) =>
      orm.execute(sql`insert into applications (reference, key_hash, fingerprint, state, role, country, locale,
        submitted_at, updated_at, email_key, user_id, answers)
        values (${reference}, ${reference}, '', 'received', ${role}, 'JP', 'ja', ${at}::timestamptz, now(),
          'a@example.com', ${owner}, ${JSON.stringify(applicationBody(role, given))}::jsonb)`);
    const signed = { version: '1', locale: 'ja', name: 'Hana Sato' };
    await user('applied', null);
    await user('neither', null);
    await orm.execute(sql`update user_profiles set toggles = null where user_id = 'neither'`);
    await user(
      'revoked',
      {
        products: ['stocks', 'bonds'],
        signed: { forex: { at: '2026-01-02T00:00:00.000Z', withdrawnAt: '2026-03-01T00:00:00.000Z', ...signed } },
        accreditedInvestor: { value: 'income', at: '2026-03-01T00:00:00.000Z', withdrawnAt: null },
        qualifiedPurchaser: null,
      },
      'B-7',
    );
    await application('one', 'applied', '2026-01-01T00:00:00Z', { brokerNumber: 'B-1' });
    await application('two', 'revoked', '2026-02-01T00:00:00Z', { brokerNumber: 'B-2' });
    // Once, nobody was asked for the authority.
    const old = { type: 'LICENSE_BROKER', number: 'L-1', files: [] };
    await application('three', 'revoked', '2026-02-02T00:00:00Z', { licence: { none: true } }, 'analyst');
    await application('four', 'revoked', '2026-02-03T00:00:00Z', { licence: old }, 'broker');
    await application('five', null, '2026-02-03T00:00:00Z', { licence: { none: true } }, 'analyst');
    await application('ownerless', null, '2026-02-01T00:00:00Z');

    await migrate(orm);

    const records = await orm.select().from(applicants);
    const of = (whose: string) => records.find(({ user: id, application: sent }) => (id ?? sent) === whose);
    expect(records).toHaveLength(4);
    const at = '2026-01-01T00:00:00.000Z';
    expect(of('applied')).toMatchObject({
      brokerNumber: 'B-1',
      toggles: { privacy: { email: 'public' } },
      trade: {
        products: ['forex', 'stocks'],
        signed: { forex: { at, name: 'Hana Sato', withdrawnAt: null } },
        accreditedInvestor: { value: 'none', at, withdrawnAt: null },
        means: { experience: 'EXPERIENCE_3Y_TO_5Y', sourceOfFunds: ['FUNDS_SALARY'], at },
      },
    });
    expect(of('revoked')).toMatchObject({
      brokerNumber: 'B-7',
      trade: {
        products: ['bonds', 'stocks'],
        signed: { forex: { withdrawnAt: '2026-03-01T00:00:00.000Z' } },
        accreditedInvestor: { value: 'income' },
        qualifiedPurchaser: { value: 'none', at: '2026-02-01T00:00:00.000Z' },
        means: { income: 'INCOME_50K_TO_100K' },
      },
    });
    expect(of('ownerless')).toMatchObject({
      application: 'ownerless',
      trade: { products: ['stocks', 'forex'], signed: { forex: { withdrawnAt: null } } },
      toggles: { notifications: { login: true }, privacy: { email: 'private' } },
    });
    // The migration 0018_licenses: that of the latest application, which nobody has checked.
    const license = { authority: '', checkedAt: null, checkedBy: null, reason: '' };
    const submittedAt = '2026-02-03T00:00:00.000Z';
    const { type, number } = old;
    expect(of('revoked')?.licence).toEqual({
      ...license,
      role: 'broker',
      state: 'submitted',
      type,
      number,
      submittedAt,
    });
    const none = { role: 'analyst', state: 'none', type: '', number: '', submittedAt };
    expect(of('five')?.licence).toEqual({ ...license, ...none });
    expect(of('applied')?.licence).toBeNull();
  } finally {
    await close();
  }
});
