import { type Client, DatabaseError } from 'pg';
import {
  partsOf,
  presentSchema,
  refuseUnknownSchema,
  requireSchema,
  type Schemas,
  stepsFrom,
  migrationTarget as targetFrom,
} from '../../hosting/schema-version.ts';
import type { ReportMigration } from '../../ports/store.ts';
import { CannotOpenStore } from '../../ports/store.ts';
import { baselineSchema } from './baseline.ts';
import { eighthSchema } from './schema-8.ts';
import { ninthSchema } from './schema-9.ts';
import { tenthSchema } from './schema-10.ts';
import { eleventhSchema } from './schema-11.ts';

/** Append-only: a released step never changes. Blank lines divide a step into the parts that are reported. */
const SCHEMAS: Schemas = {
  baseline: 7,
  steps: [baselineSchema, eighthSchema, ninthSchema, tenthSchema, eleventhSchema],
};

/** The schema that this version stores. */
export const PRESENT_SCHEMA = presentSchema(SCHEMAS);

/** Returns the names of all tables, indexes and named constraints of any schema. */
export function schemaNames(): ReadonlySet<string> {
  const made = SCHEMAS.steps
    .join('\n')
    .matchAll(/\b(?:CREATE (?:UNIQUE )?(?:TABLE|INDEX)|CONSTRAINT) (\w+)/g);
  return new Set(['framme_schema', ...[...made].map(([, name = '']) => name)]);
}

/**
 * Migrates a database to the present schema in one transaction, so that a kill leaves the old or the new one. Of several
 * starting processes one migrates and the others wait. Throws CannotOpenStore if it is of a newer version or from before the baseline.
 */
export async function migrate(client: Client, schemas = SCHEMAS, report?: ReportMigration): Promise<void> {
  while (!(await tryToMigrate(client, schemas, report)));
}

/** Limits that a server sets for short statements must not end a long migration, or one that waits for another process's. */
const BEGIN = `BEGIN ISOLATION LEVEL READ COMMITTED;
  SELECT set_config(name, '0', TRUE) FROM pg_settings WHERE name IN
    ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

/**
 * Held until the end of the transaction, a number of our own for each schema: two processes that create one table at once
 * collide in the catalogue, in spite of IF NOT EXISTS.
 */
const TAKE_TURNS = "SELECT pg_advisory_xact_lock(hashtext('framme_schema'), hashtext(current_schema()))";

const DEADLOCK_DETECTED = '40P01';

/** Returns false if it must be tried again, because another process held a lock. */
async function tryToMigrate(client: Client, schemas: Schemas, report?: ReportMigration): Promise<boolean> {
  await client.query(BEGIN);
  try {
    await runMigrations(client, schemas, report);
    await client.query('COMMIT');
    return true;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    if (isDeadlock(error)) return false;
    throw error;
  }
}

async function runMigrations(client: Client, schemas: Schemas, report?: ReportMigration): Promise<void> {
  await client.query(TAKE_TURNS);
  await client.query('CREATE TABLE IF NOT EXISTS framme_schema (version integer NOT NULL)');
  await client.query('LOCK TABLE framme_schema IN ACCESS EXCLUSIVE MODE');
  const version = await schemaVersion(client);
  const steps = stepsFrom(version, schemas);
  if (steps.length === 0) return;
  const told = version > 0 ? report : undefined;
  told?.({ from: version, to: presentSchema(schemas) }, 'the database is migrated to this version');
  for (const part of partsOf(steps, told)) await client.query(part);
  await client.query('DELETE FROM framme_schema');
  await client.query('INSERT INTO framme_schema (version) VALUES ($1)', [presentSchema(schemas)]);
}

/** Creates the tables in a database that has none of Framme. Throws CannotOpenStore if it has those of another version. */
export async function makeTables(client: Client): Promise<void> {
  if ((await storedVersion(client)) === 0) await migrate(client);
  else await requirePresentSchema(client);
}

/** Throws CannotOpenStore if the database is not at the present schema; changes nothing. */
export async function requirePresentSchema(client: Client): Promise<void> {
  requireSchema(await storedVersion(client), SCHEMAS);
}

/** Returns the schema to which a filled database must be migrated; undefined if it need not. Throws as `migrate`. */
export async function migrationTarget(client: Client): Promise<number | undefined> {
  return targetFrom(await storedVersion(client), SCHEMAS);
}

/** Throws CannotOpenStore as `migrate`, and if Framme has no data in the database; changes nothing. */
export async function requireKnownSchema(client: Client): Promise<void> {
  const version = await storedVersion(client);
  if (version === 0) throw new CannotOpenStore('The database holds no data of Framme. Look at DATABASE_URL.');
  refuseUnknownSchema(version, SCHEMAS);
}

/** Returns the schema of a database, 0 of one without a table of it. */
async function storedVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ name: string | null }>("SELECT to_regclass('framme_schema') AS name");
  return rows[0]?.name ? schemaVersion(client) : 0;
}

async function schemaVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>('SELECT version FROM framme_schema');
  return rows[0]?.version ?? 0;
}

/** A server of an earlier version that still takes taps may hold what the migration needs, and need what it holds. */
function isDeadlock(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === DEADLOCK_DETECTED;
}
