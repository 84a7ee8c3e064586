import { Client } from 'pg';
import type { InspectedHousehold, InspectedOutcome, StoreInspector } from '../../hosting/verify/inspector.ts';
import { Hosts } from '../connection/hosts.ts';
import { requirePresentSchema } from '../schema/migrations.ts';
import { prepare } from '../schema/prepare.ts';
import { databaseFaults } from './database-faults.ts';
import { pagesOf } from './household-pages.ts';

/** Opens a database for `verifyStore`. Throws CannotOpenStore if it cannot be reached or is of another version. */
export async function openPostgresInspector(address: string): Promise<StoreInspector> {
  const hosts = new Hosts(address);
  await prepare(hosts, requirePresentSchema);
  const client = new Client(hosts.options);
  // The query that is running sees the end of the connection.
  client.on('error', () => undefined);
  await client.connect();
  return {
    database: () => databaseFaults(client),
    households: () => householdsOf(client),
    outcomes: () => outcomesOf(client),
    close: () => client.end(),
  };
}

const NEXT = `SELECT id, version, floor, sizes,
    (SELECT coalesce(json_agg(json_build_array(device, last_sequence)), '[]')::text FROM devices WHERE household = id) AS devices
  FROM households WHERE id > $1 ORDER BY id LIMIT 1`;

type HouseholdRow = Pick<InspectedHousehold, 'id' | 'version' | 'floor' | 'sizes' | 'devices'>;

/** Each household is read in a transaction of its own, so that vacuum never waits for the whole. */
async function* householdsOf(client: Client): AsyncGenerator<InspectedHousehold> {
  let after = '';
  while (true) {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    try {
      const [row] = (await client.query<HouseholdRow>(NEXT, [after])).rows;
      if (!row) return;
      after = row.id;
      const accounts = await client.query<InspectedHousehold['accounts'][number]>(
        'SELECT uid, email, email_key AS "emailKey" FROM accounts WHERE household = $1',
        [row.id],
      );
      const purges = await client.query<{ path: string }>('SELECT path FROM purges WHERE household = $1', [
        row.id,
      ]);
      const left = purges.rows.map(({ path }) => path);
      yield { ...row, accounts: accounts.rows, purges: left, ...pagesOf(client, row.id) };
    } finally {
      await client.query('COMMIT');
    }
  }
}

const OUTCOMES = `SELECT household, h.version AS "householdVersion", op, o.version, outcome
  FROM outcomes o JOIN households h ON h.id = household
  WHERE (household, op) > ($1, $2) AND (o.version IS NOT NULL OR outcome IS NOT NULL)
  ORDER BY household, op LIMIT $3`;

const OUTCOMES_PER_PAGE = 500;

async function* outcomesOf(client: Client): AsyncGenerator<InspectedOutcome[]> {
  let after = { household: '', op: '' };
  for (;;) {
    const values = [after.household, after.op, OUTCOMES_PER_PAGE];
    const { rows } = await client.query<InspectedOutcome>(OUTCOMES, values);
    if (rows.length > 0) yield rows;
    if (rows.length < OUTCOMES_PER_PAGE) return;
    after = rows.at(-1) ?? after;
  }
}
