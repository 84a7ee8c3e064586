import { isIP } from 'node:net';
import type { Problem } from './problem.ts';

/** Reads PORT. */
export function readPort(text: string): number | Problem {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535
    ? port
    : { problem: 'must be a whole number from 1 to 65535, or 0 for any free port' };
}

/** Reads HOST. */
export function readHost(text: string): string | Problem {
  const isName = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text);
  if (isIP(text) !== 0 || (isName && !/^[\d.]+$/.test(text))) return text;
  return { problem: 'must be an address to listen on, like 127.0.0.1, 0.0.0.0, :: or localhost' };
}
