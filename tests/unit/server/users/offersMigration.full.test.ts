/** What an address alone had joined to an account before the migration 0012_offers. */
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { connect, migrate, migrations } from '../../../../src/server/db/opening/open.ts';
import { applicants, applications, userProfiles, userReferrals } from '../../../../src/server/db/schema.ts';
import { emptyPlace } from '../../../helpers/database/database.ts';
import { take } from '../../../helpers/database/databaseTest.ts';

it('is offered to its owner again, and changes neither privacy nor notifications', async () => {
  const place = await take(emptyPlace());
  const { orm, close } = await connect(place);
  try {
    // The migration before it
    await migrate(orm, migrations[11]?.folderMillis);
    const user = async (id: string, { verified = true, password = `hash of ${id}`, role = '' } = {}) => {
      const email = `${id}@example.com`;
      await orm.execute(
        sql`insert into users (id, name, email, email_verified) values (${id}, ${id}, ${email}, ${verified})`,
      );
      await orm.execute(sql`insert into user_credentials (id, account_id, provider_id, user_id, password)
        values (${id}, ${id}, 'credential', ${id}, ${password})`);
      await orm.execute(sql`insert into user_profiles (user_id, locale, role, mobile, toggles)
        values (${id}, 'ja', nullif(${role}, ''), '+819012345678', '{"privacy":{"email":"public"}}')`);
    };
    const application = (
      reference: string,
      owner: string | null,
      hash: string | null,
      referrer: string | null = null,
    ) =>
      orm.execute(sql`insert into applications (reference, key_hash, fingerprint, state, role, country, locale,
        submitted_at, updated_at, email_key, password_hash, user_id, referrer_id, answers)
        values (${reference}, ${reference}, '', 'received', 'investor', 'JP', 'ja', now(), now(), 'a@example.com',
          ${hash}, ${owner}, ${referrer}, '{}')`);
    await user('victim');
    await user('chooser');
    await user('applicant', { password: 'hash of an application' });
    await user('member');
    await user('waiting', { verified: false, password: 'hash that waits', role: 'investor' });
    await orm.execute(
      sql`insert into user_audit (at, reference, by, action) values (now(), 'chooser', 'user', 'toggles')`,
    );
    await orm.execute(
      sql`insert into user_referrals (user_id, code, counted, created_at) values ('member', 'code', 3, now())`,
    );
    await application('stranger', 'victim', 'hash of a stranger', 'member');
    await application('another', 'chooser', 'hash of another');
    await application('confirmed', 'applicant', 'hash of an application', 'member');
    await application('loggedIn', 'member', null);
    await application('waits', null, 'hash that waits');

    await migrate(orm);

    const owners = await orm.select().from(applications).orderBy(applications.reference);
    expect(Object.fromEntries(owners.map(({ reference, user: owner }) => [reference, owner]))).toEqual({
      another: null,
      confirmed: 'applicant',
      loggedIn: 'member',
      stranger: null,
      waits: null,
    });
    const profiles = await orm.select().from(userProfiles);
    const records = await orm.select().from(applicants);
    const kept = records.filter(({ toggles }) => toggles !== null).map(({ user: of }) => of);
    expect(kept.sort()).toEqual(['applicant', 'chooser', 'member']);
    expect(profiles.find(({ userId }) => userId === 'waiting')).toMatchObject({ role: null, mobile: '' });
    const [referral] = await orm.select().from(userReferrals).where(eq(userReferrals.userId, 'member'));
    expect(referral?.counted).toBe(2);
  } finally {
    await close();
  }
});
