import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { startPostgres } from '#tests/support/postgres/postgres-process.ts';
import { openPushService } from '#tests/support/server/push-browser.ts';
import { type RunningServer, startServer } from '#tests/support/server/server-process.ts';
import { compileCache } from '../machine.ts';

/** A server that can be killed, whose clock can be moved, with a push service. */
export interface TripServer {
  server: RunningServer;
  clock: MovedClock;
  service: Awaited<ReturnType<typeof openPushService>>;
  /** The first alert of its queue that is due, or taken by a process that may have been killed and free by a time. */
  nextAlert: (dueBy: string, freeBy: string) => Promise<{ dueAt: string; isTaken: boolean } | undefined>;
  close: () => Promise<void>;
}

// One that waits for the trip's own has been taken once.
const NEXT = `SELECT due_at AS "dueAt", attempts > (CASE WHEN body LIKE '%"reached"%' THEN 1 ELSE 0 END) AS "isTaken"
  FROM alerts WHERE due_at <= $1 OR (due_at <= $2 AND attempts > 0) ORDER BY due_at LIMIT 1`;

export async function openTripServer(options: { entry: string; onPostgres: boolean }): Promise<TripServer> {
  const { entry, onPostgres } = options;
  const [service, postgres] = [await openPushService(), onPostgres ? await startPostgres() : undefined];
  const env = {
    ...compileCache,
    PUSH_SERVICES: service.origin,
    ...(postgres && { DATABASE_URL: postgres.address }),
  };
  const server = await startServer({ entry, env, flags: [movedClock] });
  const file = postgres ? undefined : new DatabaseSync(join(server.dataDir, 'framme.db'), { readOnly: true });
  const client = postgres && new Client({ connectionString: postgres.address });
  await client?.connect();
  return {
    ...{ server, service, clock: new MovedClock(server.dataDir) },
    nextAlert: async ($1, $2) =>
      (client ? (await client.query(NEXT, [$1, $2])).rows[0] : file?.prepare(NEXT).get({ $1, $2 })) as never,
    close: async () => {
      await server.kill();
      file?.close();
      await client?.end();
      await postgres?.stop();
      service.close();
    },
  };
}

/** A server's clock in its data folder: started with `--import` of this file, its time is what is written there. */
export class MovedClock {
  readonly #file: string;
  #stopped: number | undefined;
  #ahead = 0;

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'clock');
  }

  readonly now = () => this.#stopped ?? Date.now() + this.#ahead;

  /** It stands still from now on. `at`: ms. */
  moveTo(at: number): void {
    this.#stopped = at;
    this.#write(`${at} still`);
  }

  /** It runs again from where it stands. */
  release(): void {
    this.#ahead = this.now() - Date.now();
    this.#stopped = undefined;
    this.#write(`${this.#ahead} ahead`);
  }

  #write(text: string): void {
    writeFileSync(`${this.#file}.new`, text);
    renameSync(`${this.#file}.new`, this.#file);
  }
}

/** The flag of Node for such a server, which looks at its queues more often: they look each second. */
export const movedClock = `--import=data:text/javascript,${encodeURIComponent(`
  import { existsSync, readFileSync } from 'node:fs';
  const [{ now }, { setInterval }, file] = [Date, globalThis, process.env.DATA_DIR + '/clock'];
  Date.now = () => {
    const [ms, how] = existsSync(file) ? readFileSync(file, 'utf8').split(' ') : [0];
    return Number(ms) + (how === 'still' ? 0 : now());
  };
  globalThis.setInterval = (run, ms) => setInterval(run, ms === 1000 ? 10 : ms);
`)}`;
