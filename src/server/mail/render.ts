/** What a mail says: its text with the values filled in, as plain text and as simple HTML. */
import { type MailText, PLACEHOLDER } from '../../catalogue/mails.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import { localize } from '../../i18n/urls.ts';
import { lookUp } from '../../lookUp.ts';
import { COMPANY } from '../../site.ts';

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

export interface MailData {
  locale: Locale;
  /** Path of the page to look at, without a locale: '/openAccountForm' */
  path: string;
  values: Readonly<Record<string, string>>;
}

/** Fills in a text. `site` is the origin of the page. */
export function renderMail({ subject, paragraphs }: MailText, { locale, path, values }: MailData, site: string) {
  const address = site + localize(path, locale);
  const all = { ...values, company: COMPANY, address };
  const fill = (text: string, show: (value: string, name: string) => string) =>
    text.replace(PLACEHOLDER, (_, name: string) => show(lookUp(all, name) ?? '', name));
  const filled = paragraphs.map((paragraph) => ({
    text: fill(paragraph, (value) => value).trim(),
    html: fill(escaped(paragraph), (value, name) =>
      name === 'address' ? `<a href="${escaped(value)}">${escaped(value)}</a>` : escaped(value).replace(/\n/g, '<br>'),
    ),
  }));
  const shown = filled.filter(({ text }) => text !== '');
  const title = fill(subject, (value) => value.replace(/\s+/g, ' '));
  return {
    subject: title,
    text: `${shown.map(({ text }) => text).join('\n\n')}\n`,
    html: [
      `<!doctype html><html lang="${LOCALES[locale].lang}"><head><meta charset="utf-8"><title>${escaped(title)}</title>`,
      // Many mail programs drop style sheets and keep this attribute; the site's content policy does not reach a mail.
      '</head><body style="font-family:system-ui,sans-serif;line-height:1.6;max-width:40em">',
      ...shown.map(({ html }) => `<p>${html}</p>`),
      '</body></html>',
    ].join('\n'),
  } satisfies RenderedMail;
}

const SIGNS = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => lookUp(SIGNS, sign) ?? sign);
