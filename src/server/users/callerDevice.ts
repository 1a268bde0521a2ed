/** What a request says about the device that sends it. */
import bowser from 'bowser';
import type { ApiContext } from '../answers.ts';
import type { Locator } from '../geo/location.ts';

export interface Seen {
  /** Such as 'Firefox 151' and 'Windows'; '' if unknown */
  browser: string;
  system: string;
  /** ISO 3166-1 alpha-2, and a city by name in English; '' if unknown */
  country: string;
  city: string;
  /** The caller's network, not yet hashed */
  network: string;
}

const MOST_AGENT = 500;
/** bowser takes the name of a browser that it does not know from the header. Others could write there to our users. */
const BROWSERS = new Set<string | undefined>(Object.values(bowser.BROWSER_MAP));
const SYSTEMS = new Set<string | undefined>(Object.values(bowser.OS_MAP));

/** Describes the caller: browser and system by the header User-Agent, place by the address. */
export async function seenBy(
  c: ApiContext,
  { ip, network, locate }: { ip: string; network: string; locate: Locator },
): Promise<Seen> {
  const agent = c.req.header('user-agent')?.slice(0, MOST_AGENT) ?? '';
  const { browser, os } = agent ? bowser.parse(agent) : { browser: {}, os: {} };
  const [version = ''] = /^\d{1,4}(?!\d)/.exec(browser.version ?? '') ?? [];
  const found = await locate(ip);
  return {
    browser: BROWSERS.has(browser.name) ? [browser.name, version].filter(Boolean).join(' ') : '',
    system: (SYSTEMS.has(os.name) && os.name) || '',
    country: found?.countryCode ?? '',
    city: found?.city ?? '',
    network,
  };
}
