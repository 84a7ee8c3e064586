import { isIPv4 } from 'node:net';

/**
 * Reads PUBLIC_URL. Out: its origin, undefined where it is unset, or what is wrong with it.
 * Only https or this machine itself will do: browsers give no service worker, locks or storage to anything else.
 */
export function readPublicUrl(text: string): string | undefined | { problem: string } {
  if (text === '') return undefined;
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    return { problem: 'an address like https://framme.example.org is allowed' };
  }
  if (url.username || url.password || url.search || url.hash || url.pathname !== '/') {
    return {
      problem:
        'only scheme, host and port are allowed, like https://framme.example.org, and nothing behind them',
    };
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return {
      problem:
        'https is needed, because over plain http browsers neither keep a sign-in safe nor work offline. ' +
        'Put a proxy that obtains certificates (Caddy: "reverse_proxy localhost:3000"; nginx with certbot; ' +
        'or a tunnel) before Framme and give its https:// address here. Plain http is allowed for localhost alone',
    };
  }
  return url.origin;
}

/** True for the names and addresses by which a machine means itself. */
export function isLoopback(hostname: string): boolean {
  if (isIPv4(hostname)) return hostname.startsWith('127.');
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]';
}
