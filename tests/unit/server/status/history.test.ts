/** What the watcher remembers, and how it is counted. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type History,
  KEPT_DAYS,
  readHistory,
  withLooks,
  writeHistory,
} from '../../../../src/server/status/history.ts';
import { emptyFolder } from '../../../helpers/database/database.ts';

const NOTHING: History = { days: [], last: null };
const at = (time: string) => new Date(`${time}Z`);

describe('the history', () => {
  it('counts the looks of a day in UTC, those that failed, and the time for which they stand', () => {
    let history = withLooks(NOTHING, at('2026-11-28T10:00'), { pages: 'up', api: 'down', mail: 'unseen' }, 60);
    history = withLooks(history, at('2026-11-28T10:01'), { pages: 'up', api: 'up', mail: 'unseen' }, 60);
    expect(history).toEqual({
      days: [
        {
          day: '2026-11-28',
          parts: {
            pages: { looks: 2, failed: 0, observed: 120, down: 0 },
            api: { looks: 2, failed: 1, observed: 120, down: 60 },
          },
        },
      ],
      last: { at: '2026-11-28T10:01:00.000Z', parts: { pages: 'up', api: 'up', mail: 'unseen' } },
    });
    expect(withLooks(history, at('2026-11-29T00:00'), { pages: 'up' }, 60).days.map(({ day }) => day)).toEqual([
      '2026-11-28',
      '2026-11-29',
    ]);
  });

  it('has no day on which nothing was seen', () => {
    expect(withLooks(NOTHING, at('2026-11-28T10:00'), { pages: 'unseen' }, 60).days).toEqual([]);
  });

  it('ends after 90 days', () => {
    let history = NOTHING;
    for (let day = 0; day < KEPT_DAYS + 5; day++) {
      history = withLooks(history, new Date(Date.UTC(2026, 0, 1 + day)), { pages: 'up' }, 60);
    }
    expect([history.days.length, history.days[0]?.day]).toEqual([KEPT_DAYS, '2026-01-06']);
    expect(withLooks(history, at('2027-01-01T00:00'), { pages: 'up' }, 60).days).toHaveLength(1);
  });
});

describe('its file', () => {
  let folder: Awaited<ReturnType<typeof emptyFolder>>;
  beforeEach(async () => {
    folder = await emptyFolder();
  });
  afterEach(() => folder.remove());
  const log: object[] = [];
  const read = () => readHistory(folder.path, (entry) => log.push(entry));

  it('is read as it was written, and leaves nothing beside it', async () => {
    const history = withLooks(NOTHING, at('2026-11-28T10:00'), { pages: 'up', api: 'down' }, 60);
    expect(await read()).toEqual(NOTHING);
    await writeHistory(folder.path, history);
    expect(await read()).toEqual(history);
    expect(await readdir(folder.path)).toEqual(['history.json']);
    expect(log).toEqual([]);
  });

  it.each(['{"days":[', '{"days":[{"day":"2026-11-28","parts":{"api":{"looks":-1}}}],"last":null}', ''])(
    'is kept aside and told of if it cannot be read: %s',
    async (text) => {
      await writeFile(join(folder.path, 'history.json'), text);
      expect(await read()).toEqual(NOTHING);
      const [aside = '', ...others] = await readdir(folder.path);
      expect(others).toEqual([]);
      expect(await readFile(join(folder.path, aside), 'utf8')).toBe(text);
      expect(log.splice(0)).toEqual([
        { level: 'error', event: 'watch', message: expect.stringContaining(join(folder.path, aside)) },
      ]);
    },
  );
});
