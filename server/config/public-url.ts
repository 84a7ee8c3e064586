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
    return { problem: 'must be an address like https://framme.example.org' };
  }
  if (url.username || url.password || url.search || url.hash || url.pathname !== '/') {
    return {
      problem: 'must have only scheme, host and port, like https://framme.example.org',
    };
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

/** True for the names and addresses of the machine itself. */
export function isLoopback(hostname: string): boolean {
  if (isIPv4(hostname)) return hostname.startsWith('127.');
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]';
}
