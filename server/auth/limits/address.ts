import { isIP } from 'node:net';

/** Addresses that count together, and how many times what is allowed to one address they have. */
interface AddressGroup {
  group: string;
  times: number;
}

/** Many homes have a whole /48 to themselves, which is 65,536 times a /64. */
const TIMES_48 = 8;

/**
 * What counts as one address: an IPv4 address, or the /64 of an IPv6 one, of which every home has at least one to itself,
 * and beside it the /48. In: the address as the framework gives it, some proxies' port and all; undefined where the
 * sender hung up. Anything that is no address counts as itself.
 */
export function addressGroups(ip: string | undefined): AddressGroup[] {
  const address = withoutPort(ip ?? '').replace(/%.*$/, '');
  if (isIP(address) !== 6) return [{ group: address, times: 1 }];
  const parts = hextets(new URL(`http://[${address}]`).hostname.slice(1, -1));
  // ::ffff:0:0/96 holds the IPv4 addresses.
  const isMapped = parts.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  if (isMapped) return [{ group: parts.slice(6).join(':'), times: 1 }];
  return [
    { group: parts.slice(0, 4).join(':'), times: 1 },
    { group: `${parts.slice(0, 3).join(':')}/48`, times: TIMES_48 },
  ];
}

/** `192.0.2.1:443` and `[2001:db8::1]:443` without what does not name the sender. */
function withoutPort(text: string): string {
  const [, bracketed, plain] = /^(?:\[(.*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  return bracketed ?? plain ?? text;
}

/** In: an IPv6 address in its short form. Out: its eight parts. */
function hextets(short: string): string[] {
  const [head = '', tail] = short.split('::');
  const [before, after] = [head, tail ?? ''].map((half) => half.split(':').filter(Boolean)) as [
    string[],
    string[],
  ];
  const between = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: between }, () => '0'), ...after];
}
