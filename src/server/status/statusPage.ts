/** The status page in a language: HTML that is read without script, and the same as data. */
import type { Incident, Part } from '../../catalogue/incidents.ts';
import { isEastAsian } from '../../i18n/conventions.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import { localize } from '../../i18n/urls.ts';
import { dayAndTime } from '../../markets/zone.ts';
import { escaped } from '../../shells/html.ts';
import { COMPANY } from '../../site.ts';
import { type ServerMessage, serverMessage } from '../messages.ts';
import { daysUntil, type History, KEPT_DAYS, type Seen } from './history.ts';
import { AGAIN_S, LOOKS, type Look, PATIENCE_S } from './looks.ts';

/** Where pages have it too. */
export const STATUS_PATH = '/support/status';

/** What a page is made of. */
export interface Status {
  history: History;
  /** The parts that are watched */
  parts: readonly Part[];
  /** Newest first */
  incidents: readonly Incident[];
  /** Seconds between two looks */
  interval: number;
  now: Date;
  /** Origin of the site */
  site: string;
  /** Where the folder is served, without a slash at the end, and what page addresses end with there */
  home: { base: string; ending: '' | '.html' };
  locales: readonly Locale[];
}

/** The address of a page, or with an ending of a file beside it. */
export const statusAddress = ({ home }: Pick<Status, 'home'>, locale: Locale, ending: string = home.ending) =>
  home.base + localize(STATUS_PATH, locale) + ending;

/** Incidents of the days that are shown. */
export const shownIncidents = ({ incidents, now }: Pick<Status, 'incidents' | 'now'>): Incident[] => {
  const [first = ''] = daysUntil(now);
  return incidents.filter(({ end }) => end === undefined || end >= first);
};

export const incidentText = (incident: Incident, locale: Locale): string => incident[locale] ?? incident['en-US'];

export const partNames = (parts: readonly Part[], locale: Locale): string =>
  parts.map((part) => serverMessage(`server.status.part.${part}`, locale)).join(isEastAsian(locale) ? '、' : ', ');

/** Minutes of seconds, rounded up: an outage of a look is never none. */
const minutesOf = (seconds: number) => Math.ceil(seconds / 60);

/** The days of a part on which somebody looked, oldest first. */
const seenDays = ({ history }: Pick<Status, 'history'>, part: Part) =>
  history.days.flatMap(({ day, parts }) => {
    const seen = parts[part];
    return seen ? [{ day, ...seen }] : [];
  });

/** The page as data, for programs. A day that is missing was not observed. */
export function statusData(status: Status, locale: Locale) {
  const { history, parts, interval } = status;
  return {
    company: COMPANY,
    language: LOCALES[locale].lang,
    page: statusAddress(status, locale),
    lastLook: history.last?.at ?? null,
    secondsBetweenLooks: interval,
    parts: parts.map((part) => ({
      part,
      name: serverMessage(`server.status.part.${part}`, locale),
      meaning: serverMessage(`server.status.meaning.${part}`, locale, values(status)),
      lastLook: history.last?.parts[part] ?? 'unseen',
      days: seenDays(status, part).map(({ day, looks, failed, observed, down }) => ({
        day,
        looks,
        failed,
        minutesObserved: minutesOf(observed),
        minutesDown: minutesOf(down),
      })),
    })),
    incidents: shownIncidents(status).map((incident) => ({
      begin: incident.begin,
      end: incident.end ?? null,
      parts: incident.parts,
      text: incidentText(incident, locale),
    })),
  };
}

/** What sentences name. */
const values = ({ interval }: Pick<Status, 'interval'>) => ({
  days: String(KEPT_DAYS),
  seconds: String(interval),
  again: String(AGAIN_S),
  patience: String(PATIENCE_S),
});

export function statusHtml(status: Status, locale: Locale): string {
  const { history, parts, site, locales, home } = status;
  const { lang } = LOCALES[locale];
  const say = (key: ServerMessage, more: Record<string, string> = {}) =>
    escaped(serverMessage(key, locale, { ...values(status), ...more }));
  /** From this page to the root of the folder */
  const up = locale === 'en-US' ? '../' : '../../';
  const file = (name: string) => `${up}support/${name}`;
  const title = say('server.status.title');
  const looks = (wanted: Look) => parts.filter((part) => (history.last?.parts[part] ?? 'unseen') === wanted);
  const named = (key: ServerMessage, some: readonly Part[]) =>
    some.length > 0 ? `<p class="lead">${say(key, { parts: partNames(some, locale) })}</p>` : '';
  const incidents = shownIncidents(status);

  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<title>${title} · ${COMPANY}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${say('server.status.description')}">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${file('status.svg')}">
<link rel="stylesheet" href="${file('status.css')}">
<link rel="alternate" type="application/rss+xml" title="${say('server.status.feed')}" href="status.xml">
<link rel="alternate" type="application/json" href="status.json">
${locales.flatMap((one) => LOCALES[one].hreflang.map((tag) => `<link rel="alternate" hreflang="${tag}" href="${escaped(statusAddress(status, one))}">`)).join('\n')}
</head>
<body>
<header class="wrap">
<a class="logo" href="${escaped(site + localize('/', locale))}"><img src="${file('status.svg')}" width="28" height="28" alt="">${COMPANY}</a>
<nav aria-label="${say('server.status.languages')}"><ul>
${locales.map((one) => `<li><a lang="${LOCALES[one].lang}" hreflang="${LOCALES[one].lang}" href="${up}${localize(STATUS_PATH, one).slice(1)}${home.ending}"${one === locale ? ' aria-current="page"' : ''}>${LOCALES[one].name}</a></li>`).join('\n')}
</ul></nav>
</header>
<main class="wrap">
<h1>${title}</h1>
${looks('unseen').length === 0 && looks('down').length === 0 ? `<p class="lead">${say('server.status.allUp')}</p>` : ''}${named('server.status.someDown', looks('down'))}${named('server.status.someUnseen', looks('unseen'))}
${history.last ? `<p class="fine">${say('server.status.lastLook', { time: timeText(history.last.at, locale) })}</p>` : ''}
<p class="fine">${say('server.status.since')}</p>
<h2>${say('server.status.days')}</h2>
<p class="legend fine">${LOOKS.map((look) => `<span data-look="${look}">${say(`server.status.legend.${look}`)}</span>`).join(' ')}</p>
<ul class="parts">
${parts.map((part) => partItem(status, part, locale, say)).join('\n')}
</ul>
<h2>${say('server.status.incidents')}</h2>
${incidents.length === 0 ? `<p>${say('server.status.noIncident')}</p>` : incidents.map((incident) => incidentItem(incident, locale, say)).join('\n')}
<h2>${say('server.status.measured')}</h2>
<p>${say('server.status.howOften')}</p>
<p>${say('server.status.outage')}</p>
<p>${say('server.status.notObserved')}</p>
<dl>
${parts.map((part) => `<div><dt>${say(`server.status.part.${part}`)}</dt><dd>${say(`server.status.meaning.${part}`)}</dd></div>`).join('\n')}
</dl>
<ul class="links">
<li><a href="status.xml">${say('server.status.feed')}</a></li>
<li><a href="status.json">${say('server.status.data')}</a></li>
<li><a href="${escaped(site + localize('/support', locale))}">${say('server.status.ask')}</a></li>
</ul>
</main>
</body>
</html>
`;
}

type Say = (key: ServerMessage, more?: Record<string, string>) => string;

function partItem(status: Status, part: Part, locale: Locale, say: Say): string {
  const look = status.history.last?.parts[part] ?? 'unseen';
  const days = seenDays(status, part);
  const outages = days.filter(({ failed }) => failed > 0).reverse();
  const summary = say('server.status.summary', { observed: String(days.length), outages: String(outages.length) });
  return `<li>
<h3>${say(`server.status.part.${part}`)}</h3> <span class="look" data-look="${look}">${say(`server.status.look.${look}`)}</span>
${bars(daysUntil(status.now), days)}
<p class="fine">${summary}</p>
${outages.length === 0 ? '' : `<ul class="outages">\n${outages.map((day) => `<li>${outage(day, locale, say)}</li>`).join('\n')}\n</ul>`}</li>`;
}

/** What failed on a day: minutes, and the share of failed looks. */
function outage({ day, looks, failed, down }: Seen & { day: string }, locale: Locale, say: Say): string {
  const { lang } = LOCALES[locale];
  const number = new Intl.NumberFormat(lang);
  const share = new Intl.NumberFormat(lang, { style: 'percent', maximumSignificantDigits: 2 }).format(failed / looks);
  const date = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
  return say('server.status.outageDay', {
    day: date,
    minutes: number.format(minutesOf(down)),
    failed: number.format(failed),
    looks: number.format(looks),
    share,
  });
}

/** A bar for each day, oldest first: whole with a head if something failed, short if nobody looked. */
function bars(days: readonly string[], seen: readonly (Seen & { day: string })[]): string {
  const byDay = new Map(seen.map((one) => [one.day, one]));
  const paths: Record<Look, string> = { up: '', down: '', unseen: '' };
  for (const [at, day] of days.entries()) {
    const known = byDay.get(day);
    if (!known) paths.unseen += `M${at * 4} 22h3v2h-3z`;
    else if (known.failed > 0) paths.down += `M${at * 4} 0h3v24h-3z`;
    else paths.up += `M${at * 4} 7h3v17h-3z`;
  }
  const drawn = LOOKS.filter((look) => paths[look]).map((look) => `<path data-look="${look}" d="${paths[look]}"/>`);
  return `<svg viewBox="0 0 ${days.length * 4 - 1} 24" preserveAspectRatio="none" aria-hidden="true">${drawn.join('')}</svg>`;
}

function incidentItem(incident: Incident, locale: Locale, say: Say): string {
  const { begin, end, parts } = incident;
  const state = end === undefined ? 'server.status.incident.open' : 'server.status.incident.over';
  return `<article>
<h3>${say(state, { parts: partNames(parts, locale) })}</h3>
<p class="fine">${timeElement(begin, locale)} – ${end === undefined ? '' : timeElement(end, locale)}</p>
<p>${escaped(incidentText(incident, locale))}</p>
</article>`;
}

const timeElement = (at: string, locale: Locale) =>
  `<time datetime="${escaped(at)}">${escaped(timeText(at, locale))}</time>`;

const timeText = (at: string, locale: Locale) => `${dayAndTime(new Date(at), LOCALES[locale].lang, 'UTC')} UTC`;
