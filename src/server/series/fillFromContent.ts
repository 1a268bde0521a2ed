/** The first fill: the monthly series of content/data, so that there is history without a network. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { SeriesRow } from '../../catalogue/officialSeries.ts';
import type { Orm } from '../db/database.ts';
import { guarded } from '../db/errors.ts';
import { imports } from '../db/schema.ts';
import { readBytes } from './formats/readers.ts';
import type { SeriesStore } from './store.ts';

/**
 * Stores the series of content/data unless this version of their file is there. If killed midway, it starts anew. Throws
 * if a file is missing or has a fault, which `npm run content` names too.
 */
export async function fillFromContent(
  rows: readonly SeriesRow[],
  contentDir: string,
  { orm, store, now = () => new Date() }: { orm: Orm; store: SeriesStore; now?: () => Date },
): Promise<void> {
  for (const [fill, fileRows] of Map.groupBy(rows, (row) => row.fill)) {
    if (fill === null) continue;
    const name = `series ${fill}`;
    const bytes = readFileSync(join(contentDir, fill));
    const version = createHash('sha256')
      .update(bytes)
      .update(JSON.stringify(fileRows.map(({ id, code }) => [id, code])))
      .digest('base64url');
    const [done] = await guarded('reading imports', () => orm.select().from(imports).where(eq(imports.name, name)));
    if (done?.version === version) continue;
    const { points, faults } = readBytes(bytes, fileRows);
    if (faults.length > 0) throw new Error(`content/${fill} ${faults[0]}`);
    await store.savePoints(points);
    const entry = { version, rows: points.length, importedAt: now() };
    await guarded('noting an import', () =>
      orm
        .insert(imports)
        .values({ name, ...entry })
        .onConflictDoUpdate({ target: imports.name, set: entry }),
    );
  }
}
