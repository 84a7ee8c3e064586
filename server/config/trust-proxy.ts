import { BlockList, isIP } from 'node:net';
import type { Problem } from './problem.ts';

const TOO_WIDE: Problem = {
  problem:
    'trusts nearly everybody, so that any client could name any address and pass every limit: set the number of your proxies, ' +
    'or their own addresses and networks',
};
/** The widest network of a provider, in bits of its prefix; private ones may be wider. */
const WIDEST = { IPv4: 8, IPv6: 16 };
/** The prefix of IPv4 addresses within IPv6, which the comparison takes for IPv4. */
const MAPPED_BITS = 96;
const [MAPPED, PRIVATE] = [new BlockList(), new BlockList()];
MAPPED.addSubnet('::ffff:0:0', MAPPED_BITS, 'ipv6');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');

/** Reads TRUST_PROXY: the hops or addresses whose X-Forwarded-For is trusted. */
export function readTrustProxy(text: string): false | number | string[] | Problem {
  if (text === 'false') return false;
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  const addresses = text.split(',').map((address) => address.trim());
  if (addresses.every(isAddressOrNetwork)) return addresses.some(isTooWide) ? TOO_WIDE : addresses;
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

function isTooWide(network: string): boolean {
  const [address = '', prefix] = network.split('/');
  if (prefix === undefined) return false;
  const bits = Number(prefix);
  if (isIP(address) === 4) return bits < WIDEST.IPv4;
  const itself = new BlockList();
  itself.addSubnet(address, bits, 'ipv6');
  const holdsMapped = MAPPED.check(address, 'ipv6') || itself.check('::ffff:0:1', 'ipv6');
  if (holdsMapped) return bits < MAPPED_BITS + WIDEST.IPv4;
  return bits < WIDEST.IPv6 && !(bits >= 7 && PRIVATE.check(address, 'ipv6'));
}
