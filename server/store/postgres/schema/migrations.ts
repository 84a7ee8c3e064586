import { type Client, DatabaseError } from 'pg';
import type { ReportMigration } from '../../ports/store.ts';
import { CannotOpenStore } from '../../ports/store.ts';
import {
  currentSchema,
  partsOf,
  refuseUnknownSchema,
  requireSchema,
  type Schemas,
  stepsFrom,
  migrationTarget as targetFrom,
} from '../../schema/schema-checks.ts';
import { commonSteps, currentTables } from '../../schema/tables.ts';
import { isInUse } from '../connection/other-programs.ts';
import { BASELINE, BASELINE_NAMES, ownSteps } from './own-steps.ts';

/** Append-only: a released step never changes. Blank lines divide a step into reported parts. */
const SCHEMAS: Schemas = { baseline: BASELINE, steps: [...ownSteps, ...commonSteps], tables: currentTables };

export const CURRENT_SCHEMA = currentSchema(SCHEMAS);

/** Tells connections of the version before apart from ours. */
export const APPLICATION_NAME = `framme ${CURRENT_SCHEMA}`;

/** Tables, indexes, named constraints and sequences of any schema. */
export function schemaNames(): ReadonlySet<string> {
  const made = [...SCHEMAS.steps, currentTables].join('\n');
  const named = made.matchAll(/\b(?:CREATE (?:UNIQUE )?(?:TABLE|INDEX)|CONSTRAINT) (\w+)/g);
  const counted = made.matchAll(/\bCREATE TABLE (\w+) \(.*\n\s*(\w+) bigint GENERATED/g);
  const sequences = [...counted].map(([, table, column]) => `${table}_${column}_seq`);
  return new Set([
    'framme_schema',
    ...BASELINE_NAMES,
    ...[...named].map(([, name = '']) => name),
    ...sequences,
  ]);
}

/**
 * One transaction: a kill leaves the old or the new schema; other processes wait. Throws CannotOpenStore for
 * an unknown schema.
 */
export async function migrate(client: Client, schemas = SCHEMAS, report?: ReportMigration): Promise<void> {
  while (!(await tryToMigrate(client, schemas, report)));
}

/** A server's limits for short statements must not end a long migration, or a wait for another process's. */
const BEGIN = `BEGIN ISOLATION LEVEL READ COMMITTED;
  SELECT set_config(name, '0', TRUE) FROM pg_settings WHERE name IN
    ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

/** By schema: processes that create one table at once collide in the catalogue, in spite of IF NOT EXISTS. */
const TAKE_TURNS = "SELECT pg_advisory_xact_lock(hashtext('framme_schema'), hashtext(current_schema()))";

const DEADLOCK_DETECTED = '40P01';

/** False if another process held a lock: retry. */
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
  if (version > 0) await refuseOtherVersions(client);
  const told = version > 0 ? report : undefined;
  told?.({ from: version, to: currentSchema(schemas) }, 'the database is migrated to this version');
  for (const part of partsOf(steps, told)) await client.query(part);
  await client.query('DELETE FROM framme_schema');
  await client.query('INSERT INTO framme_schema (version) VALUES ($1)', [currentSchema(schemas)]);
}

/** A server of the version before would fail on the tables of the next. */
async function refuseOtherVersions(client: Client): Promise<void> {
  if (!(await isInUse(client, APPLICATION_NAME))) return;
  throw new CannotOpenStore(
    'The database must be migrated, and another server uses it. Stop all servers and commands of the version before, then start one.',
  );
}

/** Only without Framme's tables. Throws CannotOpenStore for those of another version. */
export async function makeTables(client: Client): Promise<void> {
  if ((await storedVersion(client)) === 0) await migrate(client);
  else await requireCurrentSchema(client);
}

export async function requireCurrentSchema(client: Client): Promise<void> {
  requireSchema(await storedVersion(client), SCHEMAS);
}

/** Undefined if no migration is needed. Throws as `migrate`. */
export async function migrationTarget(client: Client): Promise<number | undefined> {
  return targetFrom(await storedVersion(client), SCHEMAS);
}

/** Throws CannotOpenStore as `migrate`, and if the database has no data. */
export async function requireKnownSchema(client: Client): Promise<void> {
  const version = await storedVersion(client);
  if (version === 0) throw new CannotOpenStore('The database holds no data of Framme. Look at DATABASE_URL.');
  refuseUnknownSchema(version, SCHEMAS);
}

/** 0 without a table of it. */
async function storedVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ name: string | null }>("SELECT to_regclass('framme_schema') AS name");
  return rows[0]?.name ? schemaVersion(client) : 0;
}

async function schemaVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>('SELECT version FROM framme_schema');
  return rows[0]?.version ?? 0;
}

/** An earlier version's server that still takes taps may lock in the other order. */
function isDeadlock(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === DEADLOCK_DETECTED;
}
