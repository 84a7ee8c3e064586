import { statSync } from 'node:fs';
import type { Config } from '#server/config/config.ts';
import { databaseHosts } from '#server/config/database-url.ts';
import type { MoveEnd } from '#server/store/hosting/move.ts';
import { CommandFailed } from '../command.ts';

/**
 * Reads an end of a move: sqlite:<folder>, or postgres://user@host/name without a password, which comes from DATABASE_URL if
 * that names the same database, else as for PostgreSQL's own programs. Throws CommandFailed; never repeats a password.
 */
export function readEnd(
  option: '--from' | '--to',
  text: string,
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
): MoveEnd {
  const sqlite = /^sqlite:(?:\/\/)?(.*)$/s.exec(text)?.[1];
  if (sqlite !== undefined) return { folder: readFolder(option, sqlite || config.dataDir) };
  const urls = databaseHosts(text).map((host) => URL.parse(host));
  if (!urls.every(isPostgres))
    throw new CommandFailed(`${option} must be sqlite:<folder> or postgres://<user>@<host>:5432/<name>.`, 2);
  if (urls.some(namesPassword))
    throw new CommandFailed(
      `${option} names a password, which every user of this machine can see. Leave it out: put the whole address into ` +
        'DATABASE_URL or the file of DATABASE_URL_FILE, or the password into PGPASSWORD or ~/.pgpass. Then change it.',
      2,
    );
  if (config.databaseUrl !== undefined && isSame(urls, config.databaseUrl))
    return { address: config.databaseUrl };
  if (urls.some(({ pathname }) => pathname.length < 2))
    throw new CommandFailed(`${option} names no database, like postgres://<user>@<host>:5432/<name>.`, 2);
  return { address: text };
}

function isPostgres(url: URL | null): url is URL {
  return url?.protocol === 'postgres:' || url?.protocol === 'postgresql:';
}

function namesPassword({ password, searchParams }: URL): boolean {
  return password !== '' || searchParams.has('password');
}

function readFolder(option: string, folder: string): string {
  if (!statSync(folder, { throwIfNoEntry: false })?.isFile()) return folder;
  throw new CommandFailed(
    `${option} names a file, ${JSON.stringify(folder)}. Name the folder of the data, as in DATA_DIR.`,
    2,
  );
}

/** True if the hosts of an address are those of the settings; "postgres:" alone stands for them. */
function isSame(given: readonly URL[], known: string): boolean {
  if (given.every(({ host, pathname, search }) => host + pathname + search === '')) return true;
  // As the driver has it, a parameter comes before the same part of the address.
  const parts = ({ username, hostname, port, pathname, searchParams: given }: URL) => [
    given.get('user') ?? username,
    given.get('host') ?? hostname,
    (given.get('port') ?? port) || '5432',
    pathname,
  ];
  const knownHosts = databaseHosts(known).map((host) => parts(new URL(host)));
  return JSON.stringify(given.map(parts)) === JSON.stringify(knownHosts);
}
