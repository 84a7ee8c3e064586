import { spawn } from 'node:child_process';
import type { Client } from 'pg';
import { databaseHosts } from '../../../config/database-url.ts';
import { BackupFailed } from '../../ports/backups.ts';

export class ToolUnfit extends BackupFailed {}

const PARAMETERS: Readonly<Record<string, string>> = {
  user: 'PGUSER',
  password: 'PGPASSWORD',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  options: 'PGOPTIONS',
};

/** Every user of the machine sees a command line. */
export function environmentOf(address: string): Record<string, string> {
  const hosts = databaseHosts(address).map((host) => new URL(host));
  const [url = new URL(address)] = hosts;
  const parts = {
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: databaseOf(address),
    ...(hosts.length > 1 && { PGTARGETSESSIONATTRS: 'read-write' }),
  };
  const parameters = [...url.searchParams].flatMap(([name, value]) => {
    const variable = PARAMETERS[name];
    return variable === undefined ? [] : [[variable, name === 'sslmode' ? asLibpq(value) : value] as const];
  });
  const places = {
    PGHOST: hosts.map(({ hostname, searchParams }) => searchParams.get('host') ?? bare(hostname)).join(),
    PGPORT: hosts.map(({ port, searchParams }) => searchParams.get('port') ?? port).join(),
  };
  const given = [...Object.entries(parts), ...parameters, ...Object.entries(places)];
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

/** Strips IPv6 brackets; a socket's folder may be encoded, as %2Frun%2Fpostgresql. */
function bare(hostname: string): string {
  return decodeURIComponent(hostname.replace(/^\[(.*)\]$/, '$1'));
}

/** Only the driver knows `no-verify`: encrypted, without checking the certificate. */
function asLibpq(sslmode: string): string {
  return sslmode === 'no-verify' ? 'require' : sslmode;
}

export function databaseOf(address: string): string {
  return decodeURIComponent(new URL(databaseHosts(address)[0] ?? address).pathname.slice(1));
}

/**
 * Resolves to standard output. Throws BackupFailed with the program's words, or a remedy if it is missing.
 */
export async function runTool(
  program: 'pg_dump' | 'pg_restore',
  args: readonly string[],
  address?: string,
): Promise<string> {
  const env = { ...process.env, ...(address !== undefined && environmentOf(address)) };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => {
      said[name] = (said[name] + chunk.toString()).slice(-100_000);
    });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', (error) => reject(missing(program, args, error)));
    child.on('close', resolve);
  });
  if (code === 0) return said.stdout;
  throw new BackupFailed(`${program} ended with code ${code}: ${said.stderr.trim().slice(-2000)}`);
}

/** Throws ToolUnfit if pg_dump is missing, or older than the database. */
export async function requireDumpOf(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    "SELECT current_setting('server_version_num')::int / 10000 AS version",
  );
  const wanted = rows[0]?.version ?? 0;
  const installed = Number(/\) (\d+)/.exec(await runTool('pg_dump', ['--version']))?.[1] ?? 0);
  if (installed < wanted)
    throw new ToolUnfit(
      `pg_dump is of PostgreSQL ${installed}, and the database of ${wanted}. Install its client programs of version ${wanted} or newer.`,
    );
}

function missing(program: string, args: readonly string[], error: Error): Error {
  if (!('code' in error) || error.code !== 'ENOENT') return error;
  return new ToolUnfit(
    `${program} is not installed. Install PostgreSQL's client programs, of the server's version or newer (on Debian: ` +
      `apt install postgresql-client), or run it where they are: ${program} ${args.join(' ')}`,
  );
}
