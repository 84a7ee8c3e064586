import { PUSH_KEY_MADE_AT } from '../../auth/activity.ts';
import type { Diagnosis } from '../../ports/inspector.ts';
import { Hosts } from '../connection/hosts.ts';
import { isPooled } from '../connection/pooler.ts';
import { movedAwayWarning } from '../epoch.ts';
import { migrationTarget } from '../schema/migrations.ts';
import { prepare } from '../schema/prepare.ts';

const STATE = `SELECT current_setting('server_version') AS version,
  round(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now`;

const IS_NEW = `SELECT to_regclass('secrets') IS NULL AS "isNew"`;

/** Asks a database for its version and clock, and finds out if a pooler shares its connections. Throws CannotOpenStore. */
export async function diagnoseDatabase(address: string): Promise<Diagnosis> {
  let state: { version: string; now: number } | undefined;
  let asked = 0;
  let migratesTo: number | undefined;
  let movedAway: string | undefined;
  let pushKeyMadeAt: string | undefined;
  const hosts = new Hosts(address);
  await prepare(hosts, async (client) => {
    asked = Date.now();
    state = (await client.query<{ version: string; now: number }>(STATE)).rows[0];
    asked = (asked + Date.now()) / 2;
    migratesTo = await migrationTarget(client);
    movedAway = await movedAwayWarning(client);
    const [found] = (await client.query<{ isNew: boolean }>(IS_NEW)).rows;
    if (!found?.isNew)
      pushKeyMadeAt = (await client.query<{ madeAt: string }>(PUSH_KEY_MADE_AT)).rows[0]?.madeAt;
  });
  if (!state) throw new Error('the database told nothing');
  return {
    version: `PostgreSQL ${state.version}`,
    clockAhead: Math.round(state.now - asked),
    migratesTo,
    movedAway,
    pushKeyMadeAt,
    isPooled: await isPooled(hosts.present),
  };
}
