/** A process that is killed between the decision on an application and its mail leaves both undone, or both done. */
import { resolve } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { applicationAudit, applications, mails } from '../../../../src/server/db/schema.ts';
import { FILLED_OPERATOR } from '../../../helpers/builds.ts';
import { filledPlace } from '../../../helpers/database/database.ts';
import { startDatabaseProcess } from '../../../helpers/database/databaseProcess.ts';
import { inspect, take } from '../../../helpers/database/databaseTest.ts';
import { storeApplication } from '../../../helpers/server/profiles.ts';

it('a decision and its mail are written together, whenever the process is killed', async () => {
  vi.stubEnv('OPERATOR_FILE', resolve(FILLED_OPERATOR, 'operator.yml'));
  const place = await take(filledPlace());
  const reference = await inspect(place, ({ orm }) => storeApplication(orm, null));
  const found = () =>
    inspect(place, async ({ orm }) => {
      const [row] = await orm.select().from(applications).where(eq(applications.reference, reference));
      return [row?.state, row?.opening !== null, await orm.$count(applicationAudit), await orm.$count(mails)];
    });
  let killed = 0;
  for (let isDone = false; !isDone; killed += 1) {
    const said = await startDatabaseProcess('approve', { ...place, reference, statements: killed }).ended;
    isDone = said.length > 0;
    expect(said).toEqual(isDone ? ['approved'] : []);
    expect(await found()).toEqual(isDone ? ['approved', true, 1, 1] : ['received', false, 0, 0]);
  }
  // It was killed before each of the writes: state, opening, audit, mail.
  expect(killed).toBeGreaterThan(3);
  vi.unstubAllEnvs();
});
