/** The glossary for machines: schema.org's DefinedTermSet. */
import { glossaryGroups, termById } from '../../authoring/pages/glossary.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../../i18n/locales.ts';
import { translator } from '../../i18n/messages.ts';
import { localize } from '../../i18n/urls.ts';
import { settings } from '../../settings.ts';

export function glossaryData(locale: Locale) {
  const address = new URL(localize('/glossary', locale), settings.SITE_URL).href;
  const { lang } = LOCALES[locale];
  return {
    '@type': 'DefinedTermSet',
    '@id': address,
    name: translator(locale)('route.glossary'),
    inLanguage: lang,
    hasDefinedTerm: glossaryGroups(locale).flatMap(({ entries }) =>
      entries.map(({ id, term, definition }) => ({
        '@type': 'DefinedTerm',
        '@id': `${address}#term-${id}`,
        name: term,
        ...(!lang.startsWith('en') && { alternateName: termById(id, DEFAULT_LOCALE).term }),
        description: definition,
      })),
    ),
  };
}
