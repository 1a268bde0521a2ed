/** Looks at the parts of the service from outside, by the addresses that visitors use. */
import * as v from 'valibot';
import { PARTS, type Part } from '../../catalogue/incidents.ts';
import { envelopeOf, healthData, healthOfAllData } from '../../contract/common.ts';
import { MARKET_STREAM_PATH, marketSeriesCall } from '../../contract/market.ts';
import { FLASH_STREAM_PATH, newsSourcesCall } from '../../contract/news.ts';
import { POST_STREAM_PATH } from '../../contract/postStream.ts';
import type { Locale } from '../../i18n/locales.ts';
import { localize } from '../../i18n/urls.ts';
import { feedsState } from '../../markets/feedsState.ts';
import { valueFreshness } from '../../markets/freshness.ts';
import { COMPANY } from '../../site.ts';
import { HEALTH } from '../health.ts';

/** unseen: nobody can say */
export const LOOKS = ['up', 'down', 'unseen'] as const;
export type Look = (typeof LOOKS)[number];
/** Only the parts that there are to look at */
export type Looks = Partial<Record<Part, Look>>;

export interface Watched {
  /** Origin of the site */
  site: string;
  /** The address of the API; undefined if there is none */
  api: string | undefined;
  locales: readonly Locale[];
}

/** The longest time for an answer, or for the first line of a stream. */
export const PATIENCE_S = 10;
/** A look that fails is repeated after so long. */
export const AGAIN_S = 5;

const STREAM_PATHS = [FLASH_STREAM_PATH, POST_STREAM_PATH, MARKET_STREAM_PATH];
/** Every stream begins with it (hub.ts). */
const FIRST_LINE = 'event: beat';
/** Errors of the machine that looks: it has no network, or no name server answers it. */
const OWN_ERRORS = ['ENETUNREACH', 'ENETDOWN', 'EAI_AGAIN'];

/** The parts that there are to look at. */
export const partsOf = ({ api }: Pick<Watched, 'api'>): Part[] =>
  PARTS.filter((part) => part === 'pages' || api !== undefined);

/** Looks at every part, and again at what fails. Never rejects. */
export async function look(watched: Watched, againMs = AGAIN_S * 1000): Promise<Looks> {
  const first = await lookOnce(watched);
  if (!Object.values(first).includes('down')) return first;
  await new Promise((resolve) => setTimeout(resolve, againMs));
  const second = await lookOnce(watched);
  return Object.fromEntries(
    partsOf(watched).map((part) => [part, first[part] === 'down' ? second[part] : first[part]]),
  );
}

async function lookOnce({ site, api, locales }: Watched): Promise<Looks> {
  const pages = every(locales.map((locale) => isPage(site + localize('/', locale))));
  if (api === undefined) return { pages: await pages };
  const base = api === '' ? site : api;
  const [pagesLook, health, streams, sources, series] = await Promise.all([
    pages,
    answered(base + HEALTH.all),
    every(STREAM_PATHS.map((path) => opens(base + path))),
    answered(base + newsSourcesCall.path),
    answered(base + marketSeriesCall.path),
  ]);
  return {
    pages: pagesLook,
    api: health === 'unseen' ? 'unseen' : lookOf(dataOf(health, healthData)?.ready === true),
    streams,
    feeds: lookOf(areFeedsFine(dataOf(sources, newsSourcesCall.data))),
    series: lookOf(isSeriesFine(dataOf(series, marketSeriesCall.data))),
    mail: lookOf(isMailFine(dataOf(health, healthOfAllData))),
  };
}

/** Null: unknown */
const lookOf = (isUp: boolean | null): Look => (isUp === null ? 'unseen' : isUp ? 'up' : 'down');

async function every(looks: readonly Promise<Look>[]): Promise<Look> {
  const all = await Promise.all(looks);
  return all.includes('down') ? 'down' : all.includes('unseen') ? 'unseen' : 'up';
}

function areFeedsFine(data: v.InferOutput<typeof newsSourcesCall.data> | null): boolean | null {
  const state = data && feedsState(data.list);
  return state && state.freshness === 'live' && state.fine * 2 >= state.all;
}

function isSeriesFine(data: v.InferOutput<typeof marketSeriesCall.data> | null): boolean | null {
  const read = data?.list.filter(({ newest }) => newest !== null) ?? [];
  if (read.length === 0) return null;
  return read.filter((one) => valueFreshness(one) === 'live').length * 2 >= read.length;
}

const isMailFine = (data: v.InferOutput<typeof healthOfAllData> | null): boolean | null =>
  data && data.mailLate !== null ? !data.mailLate : null;

/** Whether a page arrives whole. */
function isPage(url: string): Promise<Look> {
  return asked(url, 'text/html', async (response) => {
    const text = await response.text();
    return response.ok && text !== '' && (response.headers.get('content-type') ?? '').startsWith('text/html');
  });
}

/** Whether a stream opens and begins. */
function opens(url: string): Promise<Look> {
  return asked(url, 'text/event-stream', async ({ ok, body }) => {
    if (!ok || !body) return false;
    let text = '';
    // Leaving the loop closes the stream.
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.includes(FIRST_LINE)) return true;
    }
    return false;
  });
}

/** The JSON of a call; null if it fails, 'unseen' if it could not be asked. */
async function answered(url: string): Promise<unknown> {
  let json: unknown = null;
  const found = await asked(url, 'application/json', async (response) => {
    json = response.ok ? await response.json() : null;
    return true;
  });
  return found === 'unseen' ? 'unseen' : json;
}

function dataOf<Shape extends v.GenericSchema>(answer: unknown, shape: Shape): v.InferOutput<Shape> | null {
  const parsed = v.safeParse(envelopeOf(shape), answer);
  return parsed.success ? ((parsed.output as { data?: v.InferOutput<Shape> }).data ?? null) : null;
}

async function asked(url: string, accept: string, judge: (response: Response) => Promise<boolean>): Promise<Look> {
  try {
    const headers = { accept, 'user-agent': `${COMPANY}-status` };
    const signal = AbortSignal.timeout(PATIENCE_S * 1000);
    const response = await fetch(url, { headers, signal });
    const isUp = await judge(response);
    // What nobody has read would hold its connection.
    if (!response.bodyUsed) await response.body?.cancel();
    return lookOf(isUp);
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    return code !== undefined && OWN_ERRORS.includes(code) ? 'unseen' : 'down';
  }
}
