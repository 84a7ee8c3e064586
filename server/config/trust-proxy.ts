import { isIP } from 'node:net';
import type { Problem } from './problem.ts';

/** Reads TRUST_PROXY: the hops or addresses whose X-Forwarded-For is trusted. */
export function readTrustProxy(text: string): false | number | string[] | Problem {
  if (text === 'false') return false;
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  const addresses = text.split(',').map((address) => address.trim());
  if (addresses.every(isAddressOrNetwork)) return addresses;
  return {
    problem: 'must be false, a number of proxies from 1 to 99, or addresses like "10.0.0.1, 10.1.0.0/16"',
  };
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
