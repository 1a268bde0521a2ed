/** IP addresses: how to normalize them and how to find the caller's. */
import { isIP, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Normalizes an address: IPv6 shortened and in lower case (RFC 5952), IPv4-mapped IPv6 as IPv4, without a zone. Returns
 * null for anything else.
 */
export function normalizeIp(text: string): string | null {
  if (isIPv4(text)) return text;
  const [address = ''] = text.split('%', 1);
  if (!isIPv6(address)) return null;
  // ipaddr.js would take '::8.8.8.8' for '::ffff:8.8.8.8'.
  const { hostname } = new URL(`http://[${address}]`);
  return ipaddr.process(hostname.slice(1, -1)).toString();
}

/** What a normalized address is for, in the words of ipaddr.js: 'private', 'linkLocal'… */
export const rangeOf = (ip: string): string => ipaddr.parse(ip).range();

/** True for an address that has no single location: private, loopback, link-local, documentation… */
export function isNowhere(ip: string): boolean {
  return rangeOf(ip) !== 'unicast';
}

/**
 * The caller's address. Without trusted proxies that is the peer of the connection, whatever X-Forwarded-For says;
 * behind n of them the n-th entry from the right, which our outermost proxy wrote. If that entry is missing or not an
 * address, the request did not pass through all of them, and the peer's address is used.
 */
export function callerIp(peer: string, forwardedFor: string | undefined, trustedHops: number): string {
  const direct = normalizeIp(peer) ?? peer;
  if (trustedHops === 0 || forwardedFor === undefined) return direct;
  const entry = forwardedFor.split(',').at(-trustedHops)?.trim() ?? '';
  return normalizeIp(withoutPort(entry)) ?? direct;
}

/** Some proxies write the port too: 192.0.2.1:4711, [2001:db8::1]:4711. */
function withoutPort(entry: string): string {
  if (isIP(entry)) return entry;
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry) ?? [];
  return bracketed ?? plain ?? entry;
}

/** What counts as one caller: an IPv4 address, or an IPv6 /64, which belongs to one subscriber. */
export function callerNetwork(ip: string): string {
  if (isIPv4(ip)) return ip;
  const { parts } = ipaddr.IPv6.parse(ip);
  return parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}

/** A customer may hold a whole /48 of IPv6, which is 65,536 of /64, or share it with 255 other households. */
const WIDER = [
  { bits: 56, times: 4 },
  { bits: 48, times: 8 },
] as const;

/**
 * What a limit counts for a caller: the network of callerNetwork(), and of IPv6 those around it, which may use `times` the
 * limit of one. Any other caller, such as a user, counts alone.
 */
export function countedFor(caller: string): { counted: string; times: number }[] {
  const alone = { counted: caller, times: 1 };
  if (!/^[\da-f]{1,4}(?::[\da-f]{1,4}){3}$/.test(caller)) return [alone];
  const first = `${caller}::`;
  return [
    alone,
    ...WIDER.map(({ bits, times }) => ({
      counted: `${ipaddr.IPv6.networkAddressFromCIDR(`${first}/${bits}`)}/${bits}`,
      times,
    })),
  ];
}

/** A network as CIDR in one spelling: '203.0.113.9/24' → '203.0.113.0/24', '::1' → '::1/128'. Null if it is none. */
export function networkOf(text: string): string | null {
  const [address = '', bits, ...more] = text.trim().split('/');
  const ip = address.includes('%') ? null : normalizeIp(address);
  if (ip === null || more.length > 0) return null;
  const most = isIPv4(ip) ? 32 : 128;
  // '::ffff:203.0.113.0/120' would be a network of IPv4 in bits of IPv6.
  if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > most || isIPv4(ip) !== isIPv4(address)))
    return null;
  const cidr = `${ip}/${Number(bits ?? most)}`;
  const first = isIPv4(ip) ? ipaddr.IPv4.networkAddressFromCIDR(cidr) : ipaddr.IPv6.networkAddressFromCIDR(cidr);
  return `${first.toString()}/${Number(bits ?? most)}`;
}
