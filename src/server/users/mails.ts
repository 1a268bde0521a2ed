/** The mails to users, in the language of their profile. */
import { eq } from 'drizzle-orm';
import type { MailName, MailValues } from '../../catalogue/mails.ts';
import { countryName } from '../../i18n/countries.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import { dayAndTime } from '../../markets/zone.ts';
import type { Orm } from '../db/database.ts';
import { userProfiles, users } from '../db/schema.ts';
import { queueMail } from '../mail/queue.ts';
import type { Seen } from './callerDevice.ts';

/** Where the owner of an address says whether what was sent with it is theirs. */
export const OFFERS_PATH = '/userCenter#offers';

/** Anyone can ask for mails to another's address, whom this protects: one of a kind in this time. */
const MAIL_EVERY_MS = 5 * 60_000;
export const occasionAt = (now: Date) => String(Math.floor(now.getTime() / MAIL_EVERY_MS));

export type UserMail = Extract<
  MailName,
  `user${string}` | `moderation${string}` | 'companyConfirmed' | 'companyWebhookOff'
>;

/**
 * Queues a mail to a user in the transaction that stores what it reports. `occasion` distinguishes one from another;
 * `to` is another address than the user's own.
 */
export async function mailUser<N extends UserMail>(
  tx: Orm,
  userId: string,
  mail: {
    name: N;
    occasion: string;
    path: string;
    values: (locale: Locale) => MailValues<N>;
    to?: string;
  },
  now: Date,
): Promise<void> {
  const [row] = await tx
    .select({ email: users.email, locale: userProfiles.locale })
    .from(users)
    .innerJoin(userProfiles, eq(userProfiles.userId, users.id))
    .where(eq(users.id, userId));
  if (!row) return;
  const { name, occasion, path, values, to = row.email } = mail;
  const { locale } = row;
  await queueMail(tx, { name, about: userId, occasion, locale, recipient: to, path, values: values(locale) }, now);
}

/** 'November 23, 2026 at 1:15 a.m. UTC', in the language of the mail. */
export function timeIn(locale: Locale, at: Date): string {
  return `${dayAndTime(at, LOCALES[locale].lang, 'UTC')} UTC`;
}

/** Device and place of a log-in in the words of a mail; '' for what is unknown. */
export const seenIn = (locale: Locale, { browser, system, country, city }: Omit<Seen, 'network'>) => ({
  device: [browser, system].filter(Boolean).join(', '),
  place: [city, country && countryName(country, locale)].filter(Boolean).join(', '),
});
