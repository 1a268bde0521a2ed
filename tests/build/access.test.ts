/** Texts of pages about futures, options and forex: the rule of src/forms/access.ts, in the words of the form. */
import { expect, it } from 'vitest';
import { ACCESS_WORDS } from '../../src/forms/access.ts';
import { LOCALE_IDS } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/messages.ts';
import { only, site, textOf } from '../helpers/dist.ts';

/** The names of the two kinds of status in each language, from the glossary of US law. */
const STATUS =
  /accredited[ -]investor|qualified[ -]purchaser|認定投資家|適格購入者|合格投資人|合格購買人|合格投资者|合格购买人/i;
const built = site();

it.each(LOCALE_IDS)('every page in %s that names the status says what happens without it', (locale) => {
  const naming = built.pages.filter(
    (page) =>
      page.locale === locale &&
      // They name it in the title of the article that explains it.
      !/\/support(\/anserpage)?$/.test(page.address) &&
      STATUS.test(textOf(only(page.document, 'main'))),
  );
  for (const path of ['/service/futures', '/openAccountForm', '/info/howFinger']) {
    expect(naming.map(({ address }) => address.replace(`/${locale}/`, '/'))).toContain(path);
  }
  const rule = translator(locale)(ACCESS_WORDS);
  const silent = naming.filter((page) => !textOf(only(page.document, 'main')).includes(rule));
  expect(silent.map(({ file }) => file)).toEqual([]);
});
