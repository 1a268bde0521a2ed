import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/** The violations that axe finds on the current page, or in a part of it, one line each. */
export async function violations(page: Page, within?: string): Promise<string[]> {
  // No active rule needs the stylesheet texts, and passed checks are not needed: together they take half of the time.
  const axe = new AxeBuilder({ page }).options({ preload: false, resultTypes: ['violations'] }).setLegacyMode();
  const found = await (within ? axe.include(within) : axe).analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
