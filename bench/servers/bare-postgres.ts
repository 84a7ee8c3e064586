import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { serveTaps, type Tap } from './bare-http.ts';

/**
 * The baseline on PostgreSQL: `node:http` on `pg`, no code of the product, and for all taps that wait while the statement
 * before runs one statement, which commits durably: session, ownership, op, visit.
 */
const client = new Client({ connectionString: process.env.DATABASE_URL });
await client.connect();
await create();

const TAKE = {
  name: 'take',
  text: `WITH owned AS (SELECT t.*, number FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::boolean[],
      $6::bigint[]) WITH ORDINALITY AS t (hash, household, op, visitor, is_arrival, at, place)
      JOIN sessions USING (hash, household)),
    fresh AS (INSERT INTO ops (household, op) SELECT number, op FROM owned ON CONFLICT DO NOTHING
      RETURNING household AS number, op),
    arrived AS (INSERT INTO visits (household, visitor, arrived)
      SELECT number, visitor, at FROM owned JOIN fresh USING (number, op) WHERE is_arrival),
    gone AS (UPDATE visits v SET departed = o.at FROM owned o JOIN fresh USING (number, op)
      WHERE NOT is_arrival AND v.household = o.number AND v.visitor = o.visitor AND v.arrived =
        (SELECT max(arrived) FROM visits WHERE household = o.number AND visitor = o.visitor))
    SELECT place::integer FROM owned`,
};

interface Waiting {
  tap: Tap;
  resolve: (isTaken: boolean) => void;
}

const waiting: Waiting[] = [];
let isWriting = false;
serveTaps(
  (tap) =>
    new Promise((resolve) => {
      waiting.push({ tap, resolve });
      if (!isWriting) void writeAll();
    }),
);

/** An error ends the process. */
async function writeAll(): Promise<void> {
  isWriting = true;
  // The taps that arrived in this turn of the event loop go together.
  await new Promise((resolve) => setImmediate(resolve));
  while (waiting.length > 0) await write(waiting.splice(0));
  isWriting = false;
}

async function write(group: readonly Waiting[]): Promise<void> {
  const column = <T>(of: (tap: Tap) => T) => group.map(({ tap }) => of(tap));
  const { rows } = await client.query<{ place: number }>({
    ...TAKE,
    values: [
      column(({ session }) => session),
      column(({ household }) => household),
      column(({ op }) => op),
      column(({ visitor }) => visitor),
      column(({ isArrival }) => isArrival),
      column(({ at }) => at),
    ],
  });
  const taken = new Set(rows.map(({ place }) => place));
  for (const [i, { resolve }] of group.entries()) resolve(taken.has(i + 1));
}

async function create(): Promise<void> {
  const { rows } = await client.query("SELECT to_regclass('sessions') AS found");
  if (rows[0]?.found !== null) return;
  await client.query(`CREATE TABLE sessions (hash text PRIMARY KEY, number integer, household text);
    CREATE TABLE ops (household integer, op text, PRIMARY KEY (household, op));
    CREATE TABLE visits (household integer, visitor text, arrived bigint, departed bigint,
      PRIMARY KEY (household, visitor, arrived))`);
  const file = join(process.env.DATA_DIR ?? '', 'sessions.json');
  const sessions = JSON.parse(readFileSync(file, 'utf8')) as [string, string][];
  await client.query(
    `INSERT INTO sessions (hash, number, household)
     SELECT hash, number, household FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS s (hash, household, number)`,
    [sessions.map(([hash]) => hash), sessions.map(([, household]) => household)],
  );
}
