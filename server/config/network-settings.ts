import { BlockList, isIP, isIPv4 } from 'node:net';
import type { Problem } from './settings.ts';

export function readPort(text: string): number | Problem {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535
    ? port
    : { problem: 'must be a whole number from 1 to 65535, or 0 for any free port' };
}

export function readHost(text: string): string | Problem {
  const isName = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text);
  if (isIP(text) !== 0 || (isName && !/^[\d.]+$/.test(text))) return text;
  return { problem: 'must be an address to listen on, like 127.0.0.1, 0.0.0.0, :: or localhost' };
}

/** A port alone means 127.0.0.1. */
export function readMetricsAddress(text: string): { host: string; port: number } | undefined | Problem {
  if (text === '') return undefined;
  const [, bracketed, named, digits = ''] = /^(?:(?:\[([^\]]+)\]|([^:]+)):)?(\d{1,5})$/.exec(text) ?? [];
  const [host, port] = [readHost(bracketed ?? named ?? '127.0.0.1'), Number(digits)];
  const isPort = digits !== '' && port >= 1 && port <= 65_535;
  if (isPort && typeof host === 'string') return { host, port };
  return { problem: 'must be a port, or an address and a port, like 9464, 10.0.0.5:9464 or [::1]:9464' };
}

/** Browsers give other origins no service worker, locks or storage. */
export function readPublicUrl(text: string): string | undefined | Problem {
  if (text === '') return undefined;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    return { problem: 'must be an address like https://framme.example.org' };
  }
  if (url.username || url.password || url.search || url.hash || url.pathname !== '/') {
    return { problem: 'must have only scheme, host and port, like https://framme.example.org' };
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return {
      problem:
        'must be https: over plain http browsers neither protect a sign-in nor work offline. ' +
        'Put a proxy that obtains certificates (Caddy: "reverse_proxy localhost:3000"; nginx with certbot; ' +
        'or a tunnel) in front of Framme and set its https:// address here. Plain http is allowed only for localhost',
    };
  }
  return url.origin;
}

export function isLoopback(hostname: string): boolean {
  if (isIPv4(hostname)) return hostname.startsWith('127.');
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]';
}

/** A % that starts no code, or the code of a letter or digit, may be the password's own. */
export function hasBarePercent(text: string): boolean {
  return /%(?![\da-f]{2})|%(?:3\d|[46][1-9a-f]|[57][\da])/i.test(text);
}

const TOO_WIDE: Problem = {
  problem:
    'trusts nearly everybody, so that any client could name any address and pass every limit: set the number of your proxies, ' +
    'or their own addresses and networks',
};
/** In bits of the prefix; private IPv6 networks may be wider. */
const WIDEST = { IPv4: 8, IPv6: 16 };
/** IPv4 within IPv6, which BlockList compares as IPv4. */
const MAPPED_BITS = 96;
const [MAPPED, PRIVATE] = [new BlockList(), new BlockList()];
MAPPED.addSubnet('::ffff:0:0', MAPPED_BITS, 'ipv6');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');

/** The hops or addresses whose X-Forwarded-For is trusted. */
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
