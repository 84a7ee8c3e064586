import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Chroot } from './chroot.ts';
import { ensure } from './claim.ts';

const PROCESS = fileURLToPath(new URL('family-process.ts', import.meta.url));

export interface Door {
  url: string;
  /** A file of names and addresses that stands in for /etc/hosts. */
  hosts?: string;
  /** The certificate of the authority that signed that of `url`. */
  authority?: string;
}

/** Families in the network of a chroot, to whom a server is at `door`. */
export class Families {
  readonly #chroot: Chroot;
  readonly #door: Door;

  constructor(chroot: Chroot, door: Door) {
    this.#chroot = chroot;
    this.#door = door;
  }

  /** Registers a family with a child whose friend Ella is checked in. Throws unless she is. */
  register(email: string): void {
    const here = this.#ask('register', email);
    ensure(here === 'Ella', `after registering: ${here}`);
  }

  /** Logs a family in, and returns who is checked in: 'Ella', 'nobody' or 'no account'. */
  look(email: string): string {
    return this.#ask('look', email);
  }

  /** Throws unless the families of these addresses see what they have to. */
  expect(wanted: Readonly<Record<string, string>>): void {
    for (const [email, here] of Object.entries(wanted)) {
      const seen = this.look(email);
      ensure(seen === here, `of ${email} there is ${seen}`);
    }
  }

  /** Waits until they are answered. Throws the last failure. */
  async answered(): Promise<void> {
    const end = Date.now() + 15_000;
    for (;;) {
      try {
        return void this.look('nobody@example.org');
      } catch (error) {
        if (Date.now() > end) throw error;
        await sleep(500);
      }
    }
  }

  #ask(action: string, email: string): string {
    const { url, hosts, authority } = this.#door;
    const mount = hosts === undefined ? '' : `mount --bind '${hosts}' /etc/hosts;`;
    const inNetwork = [`--target=${this.#chroot.pid}`, '--net', 'unshare', '--mount'];
    const command = [
      'bash',
      '-ec',
      `${mount} exec "$@"`,
      'bash',
      process.execPath,
      PROCESS,
      action,
      url,
      email,
    ];
    return execFileSync('nsenter', [...inNetwork, ...command], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...(authority === undefined ? {} : { NODE_EXTRA_CA_CERTS: authority }) },
    }).trim();
  }
}
