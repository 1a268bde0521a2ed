/** A new day of a publisher appears in an open page, in the languages of the page. */
import { formatDay } from '../../../src/i18n/format.ts';
import type { Locale } from '../../../src/i18n/locales.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { localize } from '../../../src/i18n/urls.ts';
import { layoutShifts } from '../../helpers/browser/layoutShifts.ts';
import { partOf, rateOf } from '../../helpers/browser/rates.ts';
import { expect, hydrated, test } from '../../helpers/browser/site.ts';
import { BUILDS } from '../../helpers/builds.ts';
import { testDatabase } from '../../helpers/database/database.ts';
import { startPublisher } from '../../helpers/feeds/publisher.ts';
import { startSeriesServers } from '../../helpers/feeds/seriesServers.ts';

const rates = (USD: string, JPY: string) => ({ USD, JPY, GBP: '0.8405' });

for (const locale of ['en-US', 'ja', 'tw'] as const satisfies Locale[]) {
  test(`a new day appears on home and on a lesson that are open in ${locale}`, async ({ page, context }) => {
    const t = translator(locale);
    const publisher = await startPublisher();
    publisher.newest = { '2026-11-19': rates('1.0832', '163.50') };
    publisher.history = { '2026-11-18': rates('1.0800', '163.50'), ...publisher.newest };
    const database = await testDatabase();
    const servers = await startSeriesServers([database], publisher, '2026-11-19T15:05:00Z', BUILDS.site);
    try {
      const url = `http://127.0.0.1:${servers.apis[0]?.port}`;
      const lesson = await context.newPage();
      await lesson.goto(url + localize('/service/forex', locale));
      await lesson.locator('.last-value').first().scrollIntoViewIfNeeded();
      await page.goto(url + localize('/', locale));
      await hydrated(page);
      await page.locator('.rates').scrollIntoViewIfNeeded();
      const row = rateOf(page, 'USD/JPY');
      const note = page.locator('.rates [data-list-state]');
      await expect(note).toContainText(t('rates.day', { day: formatDay('2026-11-19', locale) }));
      await expect(partOf(row, 'value')).toHaveText('150.942');

      publisher.newest = { '2026-11-20': rates('1.0850', '162.00') };
      servers.comeTo('2026-11-20T15:05:00Z');
      await expect(partOf(row, 'value')).toHaveText('149.309');
      await expect(note).toContainText(t('rates.day', { day: formatDay('2026-11-20', locale) }));
      await expect(partOf(row, 'change')).toHaveText('−1.08%');
      await expect(row).toHaveAttribute('data-direction', 'down');
      await expect(row.getByRole('link')).toHaveAttribute('href', /#ecb-eur-jpy$/);
      const line = lesson.locator('.last-value [data-part="line"]').first();
      await expect(line).toContainText(formatDay('2026-11-20', locale));
      await expect(line).toContainText(locale === 'en-US' ? '1.0850' : '149.309');
      expect((await layoutShifts(page)).filter(({ nodes }) => nodes.some((node) => /rate/.test(node)))).toEqual([]);
    } finally {
      await page.close();
      await servers.stop();
      await database.close();
      await publisher.stop();
    }
  });
}
