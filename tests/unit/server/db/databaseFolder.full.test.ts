import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { citiesOf } from '../../../../src/server/db/cities.ts';
import { openDatabase } from '../../../../src/server/db/opening/open.ts';
import { filledPlace } from '../../../helpers/database/database.ts';
import { startDatabaseProcess } from '../../../helpers/database/databaseProcess.ts';
import { messageOf, take } from '../../../helpers/database/databaseTest.ts';

describe('one process per folder', { timeout: 180_000 }, () => {
  it('refuses a second process with a line that names the holder', async () => {
    const place = await take(filledPlace());
    const database = await openDatabase(place);
    const { pid, host, since } = JSON.parse(await readFile(join(place.dataDir, 'holder.json'), 'utf8'));
    expect(pid).toBe(process.pid);
    expect(Math.abs(Date.parse(since) - Date.now())).toBeLessThan(60_000);
    const line = `The data folder '${place.dataDir}' is in use by process ${pid} on ${host} since ${since}: stop it, or set DATA_DIR to another folder.`;
    expect(await startDatabaseProcess('open', place).ended).toEqual([`error: ${line}`]);
    expect(await messageOf(openDatabase(place))).toBe(line);
    // The refusals did not affect the holder.
    expect(await citiesOf(database, 'IS')).not.toEqual([]);
    await database.close();
    expect(await startDatabaseProcess('open', place).ended).toEqual(['open', 'closed']);
  });

  it('succeeds a killed process at once, also where several try', async () => {
    const place = await take(filledPlace());
    const { child, line, ended } = startDatabaseProcess('hold', place);
    expect(await line(0)).toBe('open');
    expect(await messageOf(openDatabase(place))).toContain(`in use by process ${child.pid} on `);
    child.kill('SIGKILL');
    await ended;
    expect(existsSync(join(place.dataDir, 'holder.lock'))).toBe(true);

    const rivals = [
      startDatabaseProcess('hold', place),
      startDatabaseProcess('hold', place),
      startDatabaseProcess('hold', place),
    ];
    const said = await Promise.all(rivals.map((rival) => rival.line(0)));
    expect(said.filter((text) => text === 'open')).toHaveLength(1);
    const winner = rivals[said.indexOf('open')]?.child.pid;
    for (const text of said) {
      if (text !== 'open') expect(text).toContain(`is in use by process ${winner} on `);
    }
  });

  it('tells a holder from a later process with its pid', async () => {
    const place = await take(filledPlace());
    const { child, line, ended } = startDatabaseProcess('hold', place);
    await line(0);
    child.kill('SIGKILL');
    await ended;
    const file = join(place.dataDir, 'holder.json');
    const holder = JSON.parse(await readFile(file, 'utf8'));
    // As if the pid had been reused for this process, which started at another time.
    await writeFile(file, JSON.stringify({ ...holder, pid: process.pid, start: '1' }));
    await (await openDatabase(place)).close();
  });

  it('believes the heartbeat of a process on another machine', async () => {
    const place = await take(filledPlace());
    const lock = join(place.dataDir, 'holder.lock');
    const holder = {
      pid: 4711,
      host: 'elsewhere',
      since: '2026-11-21T00:00:00.000Z',
      machine: 'another',
      start: '1',
    };
    await writeFile(join(place.dataDir, 'holder.json'), JSON.stringify(holder));
    await mkdir(lock);
    expect(await messageOf(openDatabase(place))).toContain(
      'in use by process 4711 on elsewhere since 2026-11-21T00:00:00.000Z: stop it (if it is gone, wait 10 seconds)',
    );
    const before = new Date(Date.now() - 11_000);
    await utimes(lock, before, before);
    await (await openDatabase(place)).close();
    expect(await readdir(place.dataDir)).toEqual(['postgres']);
  });
});
