import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { FACTORS } from './limit-numbers.ts';

/** Addresses counted together; `factor` multiplies the limit of one. */
export interface AddressGroup {
  group: string;
  factor: number;
}

/** IPv4 whole, IPv6 as /64, else 'none'. */
export function loggedAddress(ip: string | undefined): string {
  return addressGroups(ip)[0].group;
}

/**
 * Narrowest first: IPv4 alone; IPv6 as /64 (one home), /56, /48. `ip` may have a proxy's port; undefined if
 * disconnected.
 */
export function addressGroups(ip: string | undefined): [AddressGroup, ...AddressGroup[]] {
  const text = withoutPort(ip ?? '').replace(/%.*$/, '');
  // Together, so that made-up texts in a proxy's header get no limits of their own.
  if (isIP(text) === 0) return [{ group: 'none', factor: 1 }];
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return [{ group: address.toString(), factor: 1 }];
  const network = (bits: number) => `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
  const wider = [56, 48].map((bits) => ({ group: network(bits), factor: FACTORS.widerNetwork }));
  return [{ group: network(64), factor: 1 }, ...wider];
}

/** From `192.0.2.1:443` and `[2001:db8::1]:443`. */
function withoutPort(text: string): string {
  const [, bracketed, plain] = /^(?:\[(.*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  return bracketed ?? plain ?? text;
}
