import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { layOutAll } from './looks.ts';

/** The violations that axe finds on the current page, or in a part of it, one line each. */
export async function violations(page: Page, within?: string): Promise<string[]> {
  await layOutAll(page);
  return found(axe(page), within);
}

/** Those of the light theme, and what the dark one changes: colors alone. */
export async function violationsInBothThemes(page: Page, within?: string): Promise<string[]> {
  await layOutAll(page);
  const inLight = await found(axe(await drawIn(page, 'light')), within);
  const inDark = await found(
    axe(await drawIn(page, 'dark')).withRules(['color-contrast', 'link-in-text-block']),
    within,
  );
  return [...inLight, ...inDark.map((line) => `dark: ${line}`)];
}

// No active rule needs the stylesheet texts, and passed checks are not needed: together they take half of the time.
const axe = (page: Page) =>
  new AxeBuilder({ page }).options({ preload: false, resultTypes: ['violations'] }).setLegacyMode();

async function found(builder: AxeBuilder, within?: string): Promise<string[]> {
  const { violations } = await (within ? builder.include(within) : builder).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** Sets the theme without the switch, because a click would close open menus. */
async function drawIn(page: Page, theme: 'light' | 'dark'): Promise<Page> {
  await page.locator('html').evaluate((html, name) => html.setAttribute('data-theme', name), theme);
  return page;
}
