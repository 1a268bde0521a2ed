import { chromium } from 'playwright';

const [base] = process.argv.slice(2);
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const [loc, w, scheme] of [
  ['', 1440, 'light'],
  ['/ja', 360, 'light'],
  ['/ja', 1440, 'dark'],
  ['/tw', 360, 'dark'],
  ['', 360, 'light'],
]) {
  const p = await b.newPage({ viewport: { width: w, height: 900 }, colorScheme: scheme });
  await p.goto(`${base}${loc}/adv`);
  await p.waitForFunction(() => !document.querySelector('astro-island[ssr]:not([client="visible"])'));
  await p.waitForTimeout(1500);
  if (loc === '' && w === 1440) {
    await p.locator('.ask-form [type=submit]').click();
    await p.waitForTimeout(1500);
    await p.getByText('Add a country').click();
  }
  console.log(loc, w, await p.evaluate(() => document.documentElement.scrollWidth));
  await p.locator('#ask').screenshot({ path: `/tmp/shot_adv${loc.replace('/', '_')}_${w}_${scheme}.png` });
  await p.close();
}
await b.close();
