import { addressGroups } from './address-groups.ts';

/** Returns an address for the log: an IPv4 address whole, an IPv6 address as its /64, 'none' for what is no address. */
export function loggedAddress(ip: string | undefined): string {
  const [{ group }, network] = addressGroups(ip);
  return network === undefined ? group : `${new URL(`http://[${group}::]`).hostname.slice(1, -1)}/64`;
}
