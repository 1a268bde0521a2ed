/** IP addresses: whose they are and how they are written. */
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** Addresses of no place: not allocated to anyone on the internet. IANA special-purpose registries (RFC 6890). */
const NOWHERE = new BlockList();
const SUBNETS = {
  ipv4: [
    '0.0.0.0/8',
    '10.0.0.0/8', // private
    '100.64.0.0/10', // carrier-grade NAT
    '127.0.0.0/8', // loopback
    '169.254.0.0/16', // link-local
    '172.16.0.0/12', // private
    '192.0.0.0/24',
    '192.0.2.0/24', // documentation
    '192.168.0.0/16', // private
    '198.18.0.0/15', // benchmarks
    '198.51.100.0/24', // documentation
    '203.0.113.0/24', // documentation
    '224.0.0.0/4', // multicast
    '240.0.0.0/4', // reserved, broadcast
  ],
  ipv6: [
    '::/127', // unspecified, loopback
    '64:ff9b:1::/48', // local translation
    '100::/64', // discard
    '2001:db8::/32', // documentation
    '3fff::/20', // documentation
    'fc00::/7', // unique local
    'fe80::/10', // link-local
    'fec0::/10', // site-local
    'ff00::/8', // multicast
  ],
} as const;
for (const family of ['ipv4', 'ipv6'] as const) {
  for (const subnet of SUBNETS[family]) {
    const [network = '', prefix] = subnet.split('/');
    NOWHERE.addSubnet(network, Number(prefix), family);
  }
}

/**
 * The one spelling of an address: IPv6 shortened and in lower case (RFC 5952), IPv4 written as IPv6 turned back into
 * IPv4, a zone taken away. Null for anything else.
 */
export function normalizeIp(text: string): string | null {
  if (isIPv4(text)) return text;
  const [address = ''] = text.split('%', 1);
  if (!isIPv6(address)) return null;
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [first >> 8, first & 255, second >> 8, second & 255].join('.');
}

/** True for an address that any number of places share: private, loopback, link-local, documentation… */
export function isNowhere(ip: string): boolean {
  return NOWHERE.check(ip, isIPv4(ip) ? 'ipv4' : 'ipv6');
}

/**
 * The caller's address. Without trusted proxies that is the other end of the connection, whatever X-Forwarded-For
 * says; behind n of them the n-th entry from the right, which the outermost of ours wrote. An entry that is missing or
 * no address means that the request did not come through all of them: the connection's own is taken.
 */
export function callerIp(peer: string, forwardedFor: string | undefined, trustedHops: number): string {
  const own = normalizeIp(peer) ?? peer;
  if (trustedHops === 0 || forwardedFor === undefined) return own;
  const entry = forwardedFor.split(',').at(-trustedHops)?.trim() ?? '';
  return normalizeIp(withoutPort(entry)) ?? own;
}

/** Some proxies write the port too: 192.0.2.1:4711, [2001:db8::1]:4711. */
function withoutPort(entry: string): string {
  if (isIP(entry)) return entry;
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry) ?? [];
  return bracketed ?? plain ?? entry;
}

/** Who is counted as one caller: an IPv4 address, or the /64 that an IPv6 subscriber has to himself. */
export function callerNetwork(ip: string): string {
  if (isIPv4(ip)) return ip;
  const [head = '', tail] = ip.split('::', 2);
  const before = head ? head.split(':') : [];
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4).join(':');
}
