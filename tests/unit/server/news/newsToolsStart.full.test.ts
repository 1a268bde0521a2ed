import { expect, it } from 'vitest';
import { envOf, run } from '../../../helpers/command.ts';
import { emptyFolder } from '../../../helpers/database/database.ts';
import { EMPTY_SITE, serve } from '../../../helpers/serve.ts';

it('an editor is made while the server starts for the first time', async () => {
  const { path, remove } = await emptyFolder();
  const place = { url: '', dataDir: path };
  const served = await serve(EMPTY_SITE, { DATABASE_URL: '', DATA_DIR: path, MARKET_CLOCK: 'none' });
  try {
    expect(await run('editors add', envOf(place), 'Mika Mori')).toMatchObject({ code: 0, err: '' });
  } finally {
    await served.stop();
    await remove();
  }
}, 120_000);
