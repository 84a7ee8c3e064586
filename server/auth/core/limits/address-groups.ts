import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Addresses that count together. Their limit is that of one address times `factor`. */
export interface AddressGroup {
  group: string;
  factor: number;
}

/** A /56 or a /48 may be one home's or that of a carrier's many customers. */
const FACTOR_WIDER = 8;

/** Returns an address for the log: an IPv4 address whole, an IPv6 address as its /64, 'none' for what is no address. */
export function loggedAddress(ip: string | undefined): string {
  return addressGroups(ip)[0].group;
}

/**
 * Returns the groups that an address counts in, the narrowest first: an IPv4 address is its own group, an IPv6 address counts in
 * its /64, which every home has to itself, its /56 and its /48. `ip` is the address as the framework gives it, possibly with a
 * proxy's port, or undefined if the client disconnected.
 */
export function addressGroups(ip: string | undefined): [AddressGroup, ...AddressGroup[]] {
  const text = withoutPort(ip ?? '').replace(/%.*$/, '');
  // Whatever is no address counts together: else each made-up text in a proxy's header would have a limit of its own.
  if (isIP(text) === 0) return [{ group: 'none', factor: 1 }];
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return [{ group: address.toString(), factor: 1 }];
  const network = (bits: number) => `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
  const wider = [56, 48].map((bits) => ({ group: network(bits), factor: FACTOR_WIDER }));
  return [{ group: network(64), factor: 1 }, ...wider];
}

/** Strips the port from `192.0.2.1:443` and `[2001:db8::1]:443`. */
function withoutPort(text: string): string {
  const [, bracketed, plain] = /^(?:\[(.*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  return bracketed ?? plain ?? text;
}
