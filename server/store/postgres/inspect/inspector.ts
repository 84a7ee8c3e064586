import { Client } from 'pg';
import type {
  InspectedDocument,
  InspectedHousehold,
  InspectedNotice,
  InspectedOutcome,
  StoreInspector,
} from '../../ports/inspector.ts';
import { Hosts } from '../connection/hosts.ts';
import { requirePresentSchema } from '../schema/migrations.ts';
import { prepare } from '../schema/prepare.ts';

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

const ROWS_PER_PAGE = 500;

const PEOPLE = `SELECT path AS key, path, version, body FROM documents
  WHERE household = $1 AND path > $2 AND strpos(path, '/visits/') = 0 ORDER BY path LIMIT $3`;
const VISITS = `SELECT path AS key, path, version, body, visitor, start, open FROM documents
  WHERE household = $1 AND path > $2 AND strpos(path, '/visits/') > 0 ORDER BY path LIMIT $3`;
const NOTICES = `SELECT number AS key, about, message FROM notices
  WHERE household = $1 AND number > $2 ORDER BY number LIMIT $3`;

const LINK = 'SELECT FROM visit_links WHERE hash = $1';

/** Reads all rows of a household but its outcomes, a page at a time. */
function pagesOf(
  client: Client,
  household: string,
): Pick<InspectedHousehold, 'documents' | 'notices' | 'hasLinkRow'> {
  const paged = async function* <Row extends { key: string | number }>(sql: string, first: Row['key']) {
    let after: Row['key'] = first;
    while (true) {
      const { rows } = await client.query<Row>(sql, [household, after, ROWS_PER_PAGE]);
      if (rows.length > 0) yield rows;
      if (rows.length < ROWS_PER_PAGE) return;
      after = rows.at(-1)?.key ?? after;
    }
  };
  return {
    async *documents() {
      yield* paged<InspectedDocument & { key: string }>(PEOPLE, '');
      for await (const page of paged<VisitRow>(VISITS, '')) yield page.map(inspectedVisit);
    },
    hasLinkRow: async (hash) => (await client.query(LINK, [hash])).rows.length > 0,
    notices: () => paged<InspectedNotice & { key: number }>(NOTICES, 0),
  };
}

type VisitRow = Omit<InspectedDocument, 'visit'> & NonNullable<InspectedDocument['visit']> & { key: string };

function inspectedVisit({ visitor, start, open, ...row }: VisitRow): InspectedDocument {
  return { ...row, visit: { visitor, start, open } };
}

interface ForeignKey {
  child: string;
  column: string;
  parent: string;
  key: string;
}

/** The references of one column each, as all of them are. */
const FOREIGN_KEYS = `SELECT c.conrelid::regclass::text AS child, quote_ident(a.attname) AS column,
    c.confrelid::regclass::text AS parent, quote_ident(p.attname) AS key
  FROM pg_constraint c
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    JOIN pg_attribute p ON p.attrelid = c.confrelid AND p.attnum = c.confkey[1]
  WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace ORDER BY 1, 2`;

const INVALID_INDEXES = `SELECT indexrelid::regclass::text AS name FROM pg_index
  JOIN pg_class ON pg_class.oid = indrelid
  WHERE relnamespace = current_schema()::regnamespace AND NOT (indisvalid AND indisready)`;

/** Returns the rows that refer to none, as a restore without triggers leaves them, and indexes that are not valid. */
async function databaseFaults(client: Client): Promise<string[]> {
  const faults: string[] = [];
  const { rows: keys } = await client.query<ForeignKey>(FOREIGN_KEYS);
  if (keys.length === 0)
    faults.push('the tables have no references to each other: they were restored in part');
  for (const { child, column, parent, key } of keys) {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*) AS count FROM ${child} WHERE ${column} IS NOT NULL
       AND NOT EXISTS (SELECT FROM ${parent} WHERE ${parent}.${key} = ${child}.${column})`,
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0) faults.push(`${count} rows of ${child} refer to no row of ${parent}`);
  }
  const indexes = await client.query<{ name: string }>(INVALID_INDEXES);
  faults.push(...indexes.rows.map(({ name }) => `the index ${name} is not valid: REINDEX INDEX ${name}`));
  const epochs = await client.query<{ count: number }>('SELECT count(*) AS count FROM store_epoch');
  const count = epochs.rows[0]?.count;
  if (count !== 1) faults.push(`the store has ${count} epochs instead of one`);
  return faults;
}
