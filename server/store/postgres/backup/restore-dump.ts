import { statSync } from 'node:fs';
import type { Client } from 'pg';
import { latestOf, requireKind } from '../../admin/backup-files.ts';
import { PUSH_KEY_MADE_AT } from '../../auth/activity.ts';
import { BackupFailed, type CheckedBackup, type RestoredBackup } from '../../ports/backups.ts';
import { requireKnownSchema, schemaNames } from '../schema/migrations.ts';
import { prepare } from '../schema/prepare.ts';
import { databaseOf, runTool, ToolUnfit } from './tools.ts';

/** Refuses foreign parts. Throws BackupFailed. */
export async function checkDump(file: string): Promise<CheckedBackup> {
  const { bytes, foreign } = await readDump(file);
  if (foreign.length === 0) return { bytes };
  throw new BackupFailed(
    `${file} is not restored, for not all in it is of Framme: ${foreign.join(', ')}.`,
    'Take another backup, or restore what is your own yourself by pg_restore.',
  );
}

/** Reads it to its end. `foreign`: sentences. Throws BackupFailed. */
export async function readDump(file: string): Promise<{ bytes: number; foreign: string[] }> {
  requireKind(file, 'dump');
  const foreign = foreignParts(await reading(file, '--list'));
  if (foreign === undefined)
    throw new BackupFailed(`${file} is no backup of Framme: it holds no table of households.`);
  await reading(file, '--file=/dev/null');
  return { bytes: statSync(file).size, foreign };
}

/** Throws BackupFailed with a remedy, and pg_restore's words. */
async function reading(file: string, how: string): Promise<string> {
  try {
    return await runTool('pg_restore', [how, file]);
  } catch (error) {
    if (!(error instanceof BackupFailed) || error instanceof ToolUnfit) throw error;
    const words = error.reason.replaceAll(/\s+/g, ' ');
    if (/unsupported version/.test(words))
      throw new BackupFailed(
        `${file} was made by a newer pg_dump than this pg_restore.`,
        `Install PostgreSQL's client programs of that version or newer. (${words})`,
      );
    throw new BackupFailed(
      `${file} cannot be restored: it is cut off, damaged or no backup.`,
      `Copy it once more, or take another one. (${words})`,
    );
  }
}

/**
 * In one transaction, into an empty database, as its user, so that Framme owns the tables. Throws
 * BackupFailed, and CannotOpenStore for another version.
 */
export async function restoreDump(address: string, file: string): Promise<RestoredBackup> {
  const checked = await checkDump(file);
  await prepare(address, requireEmpty);
  const options = ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error'];
  await runTool('pg_restore', [...options, `--dbname=${databaseOf(address)}`, file], address);
  let until: string | undefined;
  let pushKeyMadeAt: string | undefined;
  await prepare(address, async (client) => {
    await requireKnownSchema(client);
    until = await lastChange(client);
    pushKeyMadeAt = (await client.query<{ madeAt: string }>(PUSH_KEY_MADE_AT)).rows[0]?.madeAt;
  });
  return { ...checked, until, pushKeyMadeAt };
}

async function requireEmpty(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; count: number }>(`
     SELECT current_database() AS name, count(*) AS count FROM pg_class
     WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`);
  const [{ name, count } = { name: '', count: 0 }] = rows;
  if (count === 0) return;
  throw new BackupFailed(
    `The database ${name} is not empty. Stop Framme, put the database aside and make an empty one as its administrator: ` +
      `ALTER DATABASE ${name} RENAME TO ${name}_before_restore; CREATE DATABASE ${name} OWNER <the user of DATABASE_URL> ` +
      "ENCODING 'UTF8' TEMPLATE template0;",
  );
}

/** ISO; undefined if the database is empty. */
async function lastChange(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ recorded: number | null; created: string | null }>(
    'SELECT (SELECT max(recorded_at) FROM outcomes) AS recorded, (SELECT max(created_at) FROM accounts) AS created',
  );
  return latestOf(rows[0]?.recorded, rows[0]?.created);
}

/** They run nothing of the dump. */
const HARMLESS = ['ACL', 'COMMENT', 'EXTENSION'];
/** PostgreSQL's own names for constraints. */
const MADE = /^\w+_(?:pkey|key|fkey)\d*$/;

/** Sentences, from `pg_restore --list`; undefined if it is no dump of Framme. */
export function foreignParts(list: string): string[] | undefined {
  const [, schema, owner] = / TABLE DATA (\S+) households (.+)$/m.exec(list) ?? [];
  if (schema === undefined || owner === undefined) return undefined;
  const known = schemaNames();
  const isKnown = (kind: string, name: string): boolean => {
    if (HARMLESS.includes(kind)) return true;
    if (kind === 'SCHEMA') return name === `- ${schema}`;
    const [place, ...named] = name.split(' ');
    if (place !== schema || !named.every((part, at) => known.has(part) || (at > 0 && MADE.test(part))))
      return false;
    const words = {
      TABLE: 1,
      'TABLE DATA': 1,
      SEQUENCE: 1,
      'SEQUENCE SET': 1,
      INDEX: 1,
      CONSTRAINT: 2,
      'FK CONSTRAINT': 2,
    };
    return named.length === words[kind as keyof typeof words];
  };
  // Number; oid oid KIND schema name owner
  const entries = list.matchAll(/^\d+; \d+ \d+ ([A-Z]+(?: [A-Z]+)*) (.+)$/gm);
  return [...entries].flatMap(([, kind = '', rest = '']) => {
    const name = rest.endsWith(` ${owner}`) ? rest.slice(0, -owner.length - 1) : rest.replace(/ \S*$/, '');
    return isKnown(kind, name) ? [] : [`the ${kind.toLowerCase()} ${name} is none of Framme`];
  });
}
