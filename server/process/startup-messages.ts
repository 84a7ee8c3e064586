import { statSync } from 'node:fs';
import type { Server } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/network-settings.ts';
import { CannotOpenStore } from '../store/ports/store.ts';
import { fileFault } from './files.ts';
import { describeError } from './log.ts';

/** The message is a sentence for the operator. */
export class CannotStart extends Error {}

export function listeningAddress(server: Server, { host, publicOrigin }: Config): string {
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  const name = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  const local = `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
  return publicOrigin === undefined || publicOrigin === local ? local : `${local} (public: ${publicOrigin})`;
}

/** The systemd socket does not match PORT and HOST. */
export function unusedPortWarning(server: Server, { host, port }: Config): string | undefined {
  const bound = server.address();
  if (typeof bound !== 'object' || !bound || (bound.port === port && isSameHost(bound.address, host)))
    return undefined;
  const place = `${isIPv6(bound.address) ? `[${bound.address}]` : bound.address}:${bound.port}`;
  return `PORT and HOST do nothing: a socket of systemd listens on ${place}. docs/hosting/settings.md says how to change it.`;
}

/** A name is not resolved: it may have several addresses. */
function isSameHost(address: string, host: string): boolean {
  return address === host || isIP(host) === 0;
}

export function startupErrorMessage(error: unknown, { host, port }: Config): string {
  if (error instanceof CannotOpenStore || error instanceof CannotStart) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `Another program uses port ${port}. Stop it, or set another PORT.`;
  if (code === 'EACCES') return `This user may not listen on port ${port}. Set a PORT above 1023.`;
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${host}. Set another HOST.`;
  return `Framme could not start: ${fileFault(error) ?? JSON.stringify(describeError(error))}`;
}

/** What the operator should change, though the server starts. */
export function startupWarnings(config: Config): string[] {
  return [openFolderWarning(config), plainHttpWarning(config)].filter((warning) => warning !== undefined);
}

/**
 * Over plain http, browsers give other devices no storage or locks, and the server refuses their
 * sign-ins.
 */
function plainHttpWarning({ host, publicOrigin }: Config): string | undefined {
  const isOpen = !isLoopback(isIPv6(host) ? `[${host}]` : host);
  if (!isOpen || publicOrigin?.startsWith('https:')) return undefined;
  return (
    `Other devices reach Framme on ${host} by plain http, where nobody can sign in: put a proxy with https in front, ` +
    'and set PUBLIC_URL (docs/hosting/install.md).'
  );
}

function openFolderWarning({ dataDir, databaseUrl }: Config): string | undefined {
  if (databaseUrl !== undefined || process.platform === 'win32') return undefined;
  const mode = statSync(dataDir).mode & 0o777;
  if ((mode & 0o077) === 0) return undefined;
  const folder = resolve(dataDir);
  return `Other users of this machine may enter the data folder (mode ${mode.toString(8)}). Close it: chmod 700 '${folder}'`;
}
