import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { startPostgres } from '#tests/support/postgres/postgres-process.ts';
import { openPushService } from '#tests/support/server/push-browser.ts';
import { type RunningServer, startServer } from '#tests/support/server/server-process.ts';
import { compileCache } from '../machine.ts';

/** Its clock stands still once it was moved; it looks at its queues each 10 ms in place of each second. */
export const MOVED_CLOCK = `--import=data:text/javascript,${encodeURIComponent(`
  import { existsSync, readFileSync } from 'node:fs';
  const [{ now }, { setInterval }, file] = [Date, globalThis, process.env.DATA_DIR + '/clock'];
  Date.now = () => (existsSync(file) ? Number(readFileSync(file)) : now());
  globalThis.setInterval = (run, ms) => setInterval(run, ms === 1000 ? 10 : ms);
`)}`;
const NEXT = `SELECT * FROM (SELECT due_at AS "dueAt", body NOT LIKE '%"at":"' || due_at || '"%' AS "isTaken"
  FROM alerts) AS waiting ORDER BY "isTaken" DESC, "dueAt" LIMIT 1`;

export type TripServer = Awaited<ReturnType<typeof openTripServer>>;

/** A server that can be killed and whose clock can be moved, with a push service. */
export async function openTripServer({ entry = 'server/main.ts', onPostgres = false } = {}) {
  const service = await openPushService();
  const postgres = onPostgres ? await startPostgres() : undefined;
  const env = { ...compileCache, PUSH_SERVICES: service.origin, DATABASE_URL: postgres?.address ?? '' };
  const server = await startServer({ entry, env, flags: [MOVED_CLOCK] });
  const client = postgres && new Client({ connectionString: postgres.address });
  await client?.connect();
  const file = client ? undefined : new DatabaseSync(join(server.dataDir, 'framme.db'), { readOnly: true });
  const place = {
    ...{ server, service, time: Date.now() },
    now: () => place.time,
    pass(ms: number): void {
      place.time += ms;
      moveClock(server, place.time);
    },
    /** `dueAt` of one that is taken is the end of its lease. */
    nextAlert: async () =>
      (client ? (await client.query(NEXT)).rows[0] : file?.prepare(NEXT).get()) as
        | { dueAt: string; isTaken: boolean }
        | undefined,
    close: async () => {
      await server.kill();
      file?.close();
      await client?.end();
      await postgres?.stop();
      service.close();
    },
  };
  place.pass(0);
  return place;
}

/** Of a server with the flag. `at`: ms. */
export function moveClock({ dataDir }: RunningServer, at: number): void {
  writeFileSync(join(dataDir, 'clock.new'), `${at}`);
  renameSync(join(dataDir, 'clock.new'), join(dataDir, 'clock'));
}
