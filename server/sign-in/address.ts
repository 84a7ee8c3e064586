import { isIP } from 'node:net';

/**
 * What counts as one address: an IPv4 address, or the /64 of an IPv6 one, of which every home has at least one to
 * itself. In: the address as the framework gives it. Anything that is no address counts as itself.
 */
export function addressGroup(ip: string): string {
  const address = ip.replace(/%.*$/, '');
  if (isIP(address) !== 6) return address;
  const parts = hextets(new URL(`http://[${address}]`).hostname.slice(1, -1));
  // ::ffff:0:0/96 holds the IPv4 addresses.
  const isMapped = parts.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  return parts.slice(isMapped ? 6 : 0, isMapped ? 8 : 4).join(':');
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
