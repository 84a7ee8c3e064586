import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#scripts/client-build.ts';
import { freePort } from '#tests/support/free-port.ts';
import type { Tool } from './claim.ts';

const POSTGRES = '/usr/lib/postgresql/15/bin';

export const POSTGRES_TOOLS: readonly Tool[] = [
  { program: 'pg_basebackup', get: 'apt-get install postgresql' },
  { program: 'runuser', get: 'apt-get install util-linux' },
];

/** Debian's PostgreSQL on a folder of its own, where commands that name Debian's folders and systemctl can be run. */
export class Cluster {
  readonly folder: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #port: number;

  private constructor(folder: string, port: number) {
    this.folder = folder;
    this.#port = port;
    this.#env = {
      ...process.env,
      PATH: `${folder}/bin:${process.env.PATH}`,
      PGHOST: folder,
      PGPORT: String(port),
    };
  }

  /** Creates it with the user framme, who owns an empty database, as docs/hosting/postgresql.md says. */
  static async start(folder: string): Promise<Cluster> {
    const cluster = new Cluster(folder, await freePort());
    mkdirSync(join(folder, 'bin'), { recursive: true });
    mkdirSync(join(folder, '15'));
    chmodSync(folder, 0o755);
    execFileSync('chown', ['postgres:', folder, join(folder, '15')]);
    const main = join(folder, '15/main');
    cluster.run(
      `cd / && runuser -u postgres -- ${POSTGRES}/initdb --auth=trust --no-instructions ${main} >/dev/null`,
    );
    const settings = `port = ${cluster.#port}\nunix_socket_directories = '${folder}'\nlisten_addresses = '127.0.0.1'\n`;
    appendFileSync(join(main, 'postgresql.conf'), settings);
    // Stops as a power cut would, so that the end of the log is in no archive.
    const control = `cd / && runuser -u postgres -- ${POSTGRES}/pg_ctl --silent --wait --pgdata=${main}`;
    const script = `#!/bin/sh\nset -eu\nif [ "$1" != start ]; then ${control} --mode=immediate stop; fi
if [ "$1" != stop ]; then ${control} --log=${folder}/log start >/dev/null; fi\n`;
    writeFileSync(join(folder, 'bin/systemctl'), script, { mode: 0o755 });
    const framme = `#!/bin/sh\nDATABASE_URL=${cluster.address} exec ${process.execPath} ${ROOT}/scripts/framme.ts "$@"\n`;
    writeFileSync(join(folder, 'bin/framme'), framme, { mode: 0o755 });
    cluster.run('systemctl start postgresql');
    cluster.run('runuser -u postgres -- createuser framme');
    cluster.createDatabase();
    return cluster;
  }

  get address(): string {
    return `postgres://framme@127.0.0.1:${this.#port}/framme`;
  }

  createDatabase(): void {
    this.run(
      'cd / && runuser -u postgres -- createdb --owner=framme --encoding=UTF8 --locale=C --template=template0 framme',
    );
  }

  /** Runs commands of a page as root, with this folder where they name Debian's. Returns what they print; throws if one fails. */
  run(commands: string): string {
    const here = commands
      .replaceAll('/var/lib/postgresql', this.folder)
      .replaceAll('/usr/local/bin/', `${this.folder}/bin/`);
    return execFileSync('bash', ['-euo', 'pipefail', '-c', here], {
      env: this.#env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      cwd: '/',
    });
  }

  stop(): void {
    try {
      this.run('systemctl stop postgresql');
    } catch {}
  }
}
