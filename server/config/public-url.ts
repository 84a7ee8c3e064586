import { isIPv4 } from 'node:net';
import type { Problem } from './problem.ts';

/**
 * Reads PUBLIC_URL. Returns its origin; undefined if it is unset. Only https or this machine itself is allowed: browsers
 * give no service worker, locks or storage to any other origin.
 */
export function readPublicUrl(text: string): string | undefined | Problem {
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

/** True for the names and addresses of the machine itself. */
export function isLoopback(hostname: string): boolean {
  if (isIPv4(hostname)) return hostname.startsWith('127.');
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]';
}
