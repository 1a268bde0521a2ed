/** The content security policy in a browser: texts become neither HTML nor scripts, and what it stops is counted. */
import { administerAnywhere } from '../../../src/server/admin.ts';
import { expect, test } from '../../helpers/browser/site.ts';
import { BUILDS } from '../../helpers/builds.ts';
import { filledPlace } from '../../helpers/database/database.ts';
import { serve, untilReady } from '../../helpers/serve.ts';

declare const trustedTypes: { createPolicy: (name: string, rules: object) => unknown };

test('stops what would make HTML or a script of a text, and a foreign picture; the operator reads of each', async ({
  page,
}) => {
  const place = await filledPlace();
  const database = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
  const served = await serve(BUILDS.site, { ...database, DATABASE_URL: place.url ?? '' });
  await untilReady(served.url);
  await page.goto(`${served.url}/`);
  const outcomes = await page.evaluate(() => {
    const attempts = [
      () => {
        document.createElement('div').innerHTML = '<b>text</b>';
      },
      () => new DOMParser().parseFromString('<b>text</b>', 'text/html'),
      () => {
        document.createElement('script').text = 'open()';
      },
      () => trustedTypes.createPolicy('default', {}),
    ];
    new Image().src = 'https://pixels.example/pixel.png';
    return attempts.map((attempt) => {
      try {
        attempt();
        return 'allowed';
      } catch (error) {
        return (error as Error).name;
      }
    });
  });
  expect(outcomes).toEqual(Array(4).fill('TypeError'));

  const reported = async () => {
    const lines = await administerAnywhere(database, { command: 'policy reports', by: 'Mika' });
    return lines.map((line) => line.split('  ').slice(0, 3).join(' ')).sort();
  };
  await expect
    .poll(reported)
    .toEqual([
      '1 img-src pixels.example',
      '1 trusted-types trusted-types-policy',
      '3 require-trusted-types-for trusted-types-sink',
    ]);
  await served.stop();
  await place.remove();
});
