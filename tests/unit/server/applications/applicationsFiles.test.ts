/** License files: how their type is detected, where they are stored, whose they are, when they are deleted. */
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { LICENSE_PATH } from '../../../../src/contract/applications.ts';
import { MOST_FILE_BYTES } from '../../../../src/contract/files.ts';
import { licenseFiles } from '../../../../src/server/db/schema.ts';
import { folderOf, LICENSES, sweepFiles, typeOf } from '../../../../src/server/shared/files.ts';
import { applicationBody, tables, withAt } from '../../../helpers/server/applications.ts';
import { accountsApi, fieldsOf, form, PDF } from '../../../helpers/server/applicationsApi.ts';

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const JPEG = Buffer.from('ffd8ffe000104a464946', 'hex');

const on = accountsApi();
const { serving, apply, upload, rows } = on;

describe('files of a licence', () => {
  it('are told by their content', () => {
    expect([PDF, PNG, JPEG].map(typeOf)).toEqual(['application/pdf', 'image/png', 'image/jpeg']);
    const others = [
      '',
      '%PDF',
      'PDF-1.7',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<!doctype html>%PDF-1.7',
      'GIF89a',
      'PK\u0003\u0004',
      'MZ',
    ];
    for (const text of others) expect(typeOf(Buffer.from(text, 'latin1')), text).toBeNull();
    expect(typeOf(PNG.subarray(0, 12))).toBeNull();
    expect(typeOf(JPEG.subarray(0, 3))).toBeNull();
  });

  it('are stored under random names that only the owner reads, and tied to their application', async () => {
    const { status, data } = await upload(PNG);
    expect(status).toBe(200);
    const id = String(data?.id);
    const path = join(folderOf(LICENSES, on.dataDir), id);
    expect(await readFile(path)).toEqual(PNG);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(folderOf(LICENSES, on.dataDir))).mode & 0o777).toBe(0o700);
    const sent = await apply(withAt(applicationBody('analyst'), 'licence.files', [id]));
    expect(sent.status).toBe(200);
    const [row] = await on.database.orm.select().from(licenseFiles).where(eq(licenseFiles.id, id));
    expect(row).toMatchObject({ type: 'image/png', bytes: PNG.length, owner: sent.data?.reference });
    // No address serves the file.
    for (const address of [`${LICENSE_PATH}/${id}`, `/licences/${id}`])
      expect((await on.api.ask(address)).status).toBe(404);
  });

  it('of nobody, of another application or not there at all are a fault of their field', async () => {
    const { data } = await upload(PDF);
    const body = withAt(applicationBody('analyst'), 'licence.files', [data?.id]);
    expect((await apply(body)).status).toBe(200);
    for (const files of [[data?.id], ['x'.repeat(32)], [String(data?.id), 'y'.repeat(32)]]) {
      const sent = await apply(withAt(applicationBody('analyst'), 'licence.files', files));
      expect(sent.status).toBe(422);
      expect(fieldsOf(sent)).toMatchObject([{ field: 'licence.files' }]);
    }
    expect(await rows()).toHaveLength(1);
    const { data: free } = await upload(PDF);
    const both = withAt(applicationBody('analyst'), 'licence.files', [free?.id, data?.id]);
    expect((await apply(both)).status).toBe(422);
    const [row] = await on.database.orm
      .select()
      .from(licenseFiles)
      .where(eq(licenseFiles.id, String(free?.id)));
    expect(row?.owner).toBeNull();
  });

  it('of another kind, too large, or none are refused in words', async () => {
    expect(await upload(Buffer.from('<svg/>'))).toMatchObject({ status: 422, message: expect.stringContaining('PDF') });
    const large = Buffer.concat([PDF, Buffer.alloc(MOST_FILE_BYTES - PDF.length + 1)]);
    expect(await upload(large)).toMatchObject({ status: 422, message: expect.stringContaining('10 MB') });
    expect((await upload(large.subarray(0, MOST_FILE_BYTES))).status).toBe(200);
    expect((await on.api.ask(LICENSE_PATH, form(Buffer.alloc(MOST_FILE_BYTES + 200_000)))).status).toBe(413);
    expect(await readdir(folderOf(LICENSES, on.dataDir))).toHaveLength(1);
    expect(await on.database.orm.$count(licenseFiles)).toBe(1);
  });

  it('are swept a day after nobody came for them, and nothing else is', async () => {
    const { data: kept } = await upload(PDF);
    await apply(withAt(applicationBody('broker'), 'licence.files', [kept?.id]));
    const { data: orphan } = await upload(PDF);
    const foreign = join(folderOf(LICENSES, on.dataDir), 'README');
    await writeFile(foreign, 'of somebody else');
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    expect(await sweepFiles(LICENSES, on.database.orm, on.dataDir, inHours(24))).toBe(0);
    // Too late to use the file, although it still exists.
    const late = await serving({ applications: { rules: tables, now: () => inHours(24.5) } });
    const body = withAt(applicationBody('broker'), 'licence.files', [orphan?.id]);
    expect(fieldsOf(await apply(body, { served: late }))).toMatchObject([{ field: 'licence.files' }]);

    expect(await sweepFiles(LICENSES, on.database.orm, on.dataDir, inHours(25.1))).toBe(1);
    expect(await sweepFiles(LICENSES, on.database.orm, on.dataDir, inHours(1_000))).toBe(0);
    expect(await on.database.orm.$count(licenseFiles)).toBe(1);
    const left = await readdir(folderOf(LICENSES, on.dataDir));
    expect(left).toEqual(expect.arrayContaining([String(kept?.id), 'README']));
    expect(left).not.toContain(orphan?.id);
  });

  it('at another address are taken by the names it gave', async () => {
    const served = await serving({ applications: { rules: tables, filesElsewhere: true } });
    const body = withAt(applicationBody('broker'), 'licence.files', ['https://files.example.com/a/1.pdf?v=1']);
    expect((await apply(body, { served })).status).toBe(200);
    expect((await apply(body)).status).toBe(422);
  });
});
