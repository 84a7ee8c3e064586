import { isIP } from 'node:net';

/** Returns an address for the log: an IPv4 address whole, an IPv6 address as its /64, 'none' for what is no address. */
export function loggedAddress(ip: string | undefined): string {
  const [{ group }, network] = addressGroups(ip);
  return network === undefined ? group : `${new URL(`http://[${group}::]`).hostname.slice(1, -1)}/64`;
}

/** Addresses that count together. Their limit is that of one address times `factor`. */
interface AddressGroup {
  group: string;
  factor: number;
}

/** Many homes have a whole /48 to themselves, which holds 65,536 networks of /64. */
const FACTOR_48 = 8;

/** Whatever is no address counts together: else each made-up text in a proxy's header would have a limit of its own. */
const NO_ADDRESS = 'none';

/**
 * Returns the groups that an address counts in: an IPv4 address is its own group, an IPv6 address counts in its /64, which
 * every home has to itself, and in its /48. `ip` is the address as the framework gives it, possibly with a proxy's port,
 * or undefined if the client disconnected.
 */
export function addressGroups(ip: string | undefined): [AddressGroup, ...AddressGroup[]] {
  const address = withoutPort(ip ?? '').replace(/%.*$/, '');
  const version = isIP(address);
  if (version !== 6) return [{ group: version === 4 ? address : NO_ADDRESS, factor: 1 }];
  const parts = hextets(new URL(`http://[${address}]`).hostname.slice(1, -1));
  // ::ffff:0:0/96 holds the IPv4 addresses (RFC 4291, 2.5.5.2), which a server on all addresses is given.
  const isMapped = parts.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  if (isMapped) return [{ group: dotted(parts.slice(6)), factor: 1 }];
  return [
    { group: parts.slice(0, 4).join(':'), factor: 1 },
    { group: `${parts.slice(0, 3).join(':')}/48`, factor: FACTOR_48 },
  ];
}

/** Returns the IPv4 address in the last two parts of a mapped one. */
function dotted(parts: readonly string[]): string {
  return parts
    .map((part) => Number.parseInt(part, 16))
    .flatMap((part) => [part >> 8, part & 255])
    .join('.');
}

/** Strips the port from `192.0.2.1:443` and `[2001:db8::1]:443`. */
function withoutPort(text: string): string {
  const [, bracketed, plain] = /^(?:\[(.*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  return bracketed ?? plain ?? text;
}

/** Expands a compressed IPv6 address into its eight parts. */
function hextets(short: string): string[] {
  const [head = '', tail] = short.split('::');
  const [before, after] = [head, tail ?? ''].map((half) => half.split(':').filter(Boolean)) as [
    string[],
    string[],
  ];
  const between = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: between }, () => '0'), ...after];
}
