import { isIP } from 'node:net';
import type { Problem } from './problem.ts';

export interface ListeningAddress {
  host: string;
  port: number;
}

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

/** Reads METRICS_ADDRESS: a port alone is one of this machine's own address. */
export function readMetricsAddress(text: string): ListeningAddress | undefined | Problem {
  if (text === '') return undefined;
  const [, bracketed, named, digits = ''] = /^(?:(?:\[([^\]]+)\]|([^:]+)):)?(\d{1,5})$/.exec(text) ?? [];
  const [host, port] = [readHost(bracketed ?? named ?? '127.0.0.1'), Number(digits)];
  const isPort = digits !== '' && port >= 1 && port <= 65_535;
  if (isPort && typeof host === 'string') return { host, port };
  return { problem: 'must be a port, or an address and a port, like 9464, 10.0.0.5:9464 or [::1]:9464' };
}
