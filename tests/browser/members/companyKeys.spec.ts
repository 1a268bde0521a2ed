/** A company's key: made in the browser, used, revoked. */

import { SUCCESS } from '../../../src/contract/common.ts';
import { PARTNER_CODES } from '../../../src/contract/errors.ts';
import { translator } from '../../../src/i18n/messages.ts';
import { callWith, companyApi, privateKeyOf, companySection as section } from '../../helpers/browser/companyPages.ts';
import { opener, openOwn, setting, submit } from '../../helpers/browser/profile.ts';
import { expect, faults, test } from '../../helpers/browser/site.ts';
import { confirmedUser, logInPage } from '../../helpers/browser/users.ts';
import { usersServer } from '../../helpers/browser/usersServer.ts';
import { SHORT } from '../../helpers/short.ts';

const server = usersServer();
const t = translator('en-US');

test('a sandbox key is made in the browser, calls the API, is revoked, and is refused', { tag: SHORT }, async ({
  page,
}) => {
  const found = faults(page);
  const user = await confirmedUser(server);
  await companyApi(server, user, '', { name: 'Harbour Securities', country: 'JP', licence: '', authority: '' });
  await logInPage(page, server, user);
  await openOwn(page, server, '/company/keys');
  const making = section(page, 'make');
  await page.locator('#make-name').fill('Order system');
  await making.getByRole('checkbox', { name: 'reference.read' }).check();
  await making.getByRole('button', { name: t('company.key.networks.add') }).click();
  await expect(page.locator('#make-networks')).toHaveValue(/^(127\.0\.0\.1\/32|::1\/128)$/);
  await page.locator('#make-networks').fill('127.0.0.1\n::1');
  await submit(making).click();

  const made = section(page, 'made');
  await expect(made.getByRole('heading').first()).toHaveText(t('company.key.made', { name: 'Order system' }));
  await expect(made.locator('.setting-said')).toBeFocused();
  const key = await privateKeyOf((await made.locator('pre').first().textContent()) ?? '');
  const id = (await made.locator('p code').first().textContent()) ?? '';
  expect(await callWith(server, id, key)).toMatchObject({ code: SUCCESS, data: { name: 'Order system' } });
  await made.getByRole('button', { name: t('company.key.hide') }).click();
  await expect(made).toHaveCount(0);

  const row = setting(page, 'Order system');
  await opener(row).first().click();
  await row.getByRole('button', { name: t('company.key.revoke') }).click();
  await row.getByRole('button', { name: t('company.key.revoke.yes') }).click();
  await expect(section(page, 'keys').locator('.setting-said').first()).toHaveText(
    t('company.key.revoked', { name: 'Order system' }),
  );
  expect(await callWith(server, id, key)).toMatchObject({ code: PARTNER_CODES.key.code });
  expect(found).toEqual([]);
});
