import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Chroot } from './chroot.ts';

const PROCESS = fileURLToPath(new URL('family-process.ts', import.meta.url));

export interface Door {
  url: string;
  /** A file of names and addresses that stands in for /etc/hosts. */
  hosts?: string;
  /** The certificate of the authority that signed that of `url`. */
  authority?: string;
}

/** Registers a family over HTTP inside the chroot's network, with a child whose friend Ella is checked in. Returns who is. */
export function register(chroot: Chroot, door: Door, email: string): string {
  return ask(chroot, door, 'register', email);
}

/** Logs a family in, and returns who is checked in: 'Ella', 'nobody' or 'no account'. */
export function look(chroot: Chroot, door: Door, email: string): string {
  return ask(chroot, door, 'look', email);
}

/** Looks until an answer comes. Throws the last failure. */
export async function lookUntil(
  chroot: Chroot,
  door: Door,
  email: string,
  withinMs: number,
): Promise<string> {
  const end = Date.now() + withinMs;
  for (;;) {
    try {
      return look(chroot, door, email);
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(500);
    }
  }
}

function ask(chroot: Chroot, { url, hosts, authority }: Door, action: string, email: string): string {
  const mount = hosts === undefined ? '' : `mount --bind '${hosts}' /etc/hosts;`;
  return execFileSync(
    'nsenter',
    [
      ...[
        `--target=${chroot.pid}`,
        '--net',
        'unshare',
        '--mount',
        'bash',
        '-ec',
        `${mount} exec "$@"`,
        'bash',
      ],
      ...[process.execPath, PROCESS, action, url, email],
    ],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...(authority === undefined ? {} : { NODE_EXTRA_CA_CERTS: authority }) },
    },
  ).trim();
}
