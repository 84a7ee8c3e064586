import { statSync } from 'node:fs';
import { type Config, readFolder } from '#server/config/config.ts';
import { databaseHosts } from '#server/config/database-url.ts';
import { FRAMME } from '#server/process/command-name.ts';
import { type MoveEnd, moveStore } from '#server/store/admin/move.ts';
import { type Moved, MoveFailed, type ReportMove } from '#server/store/ports/moving.ts';
import { adminCommand, CommandFailed, print } from './admin-command.ts';

const USAGE = '--from sqlite:<folder> --to postgres://<user>@<host>/<name> [--json]';

export const move = adminCommand({
  usage: USAGE,
  options: { from: { type: 'string' }, to: { type: 'string' }, json: { type: 'boolean' } },
  summary:
    'Moves everything from the embedded database to PostgreSQL, or back with the ends exchanged. Stop the server first.',
  details: [
    'The target must be empty; the source stays as it is. Counts and hashes of both sides are compared at the end. If it is',
    'stopped in between nothing was moved: run it again. sqlite: alone is DATA_DIR, postgres: alone is DATABASE_URL.',
    'The password comes from DATABASE_URL or the file of DATABASE_URL_FILE if they name the same database, else from',
    'PGPASSWORD or ~/.pgpass; never from the command line.',
    '--json prints one object: tables (rows and hash of each), hash, wasThere, seconds.',
  ],
  async run(config, { from, to, json }) {
    if (from === undefined || to === undefined)
      throw new CommandFailed(`Something is missing. Usage: ${FRAMME} move ${USAGE}`, 2);
    const [source, target] = [readEnd('--from', from, config), readEnd('--to', to, config)];
    if ('folder' in source === 'folder' in target)
      throw new CommandFailed(
        'One end must be sqlite: and the other postgres:. Between two of a kind use backup and restore.',
        2,
      );
    const begun = performance.now();
    const moved = await moveStore(source, target, progress()).catch((error: unknown) => {
      throw error instanceof MoveFailed ? new CommandFailed(error.message) : error;
    });
    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    print(json, { ...moved, seconds }, textOf(moved, seconds, target));
  },
});

/** To standard error, at each twentieth of the rows. */
function progress(): ReportMove {
  let last = '';
  return ({ step, rows, of }) => {
    const percent = of === 0 ? 100 : Math.floor((Math.min(rows, of) / of) * 20) * 5;
    const line = `${step === 'move' ? 'moving' : 'comparing'}: ${percent} %`;
    if (line === last) return;
    last = line;
    process.stderr.write(`${line} (${rows} of ${of} rows)\n`);
  };
}

function textOf({ tables, hash, wasThere }: Moved, seconds: number, target: MoveEnd): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  const what = `${tables.households?.rows ?? 0} households, ${rows} rows in ${Object.keys(tables).length} tables`;
  const setting = 'folder' in target ? `DATA_DIR to ${target.folder} and no DATABASE_URL` : 'DATABASE_URL';
  return [
    wasThere
      ? `Everything was there already: ${what}. Both sides are the same, hash ${hash}.`
      : `Moved in ${seconds} s: ${what}. Both sides are the same, hash ${hash}.`,
    `Set ${setting}, and start the server. Keep the source until all is well, then delete it: it holds the families' data.`,
  ].join('\n');
}

/**
 * The password comes from DATABASE_URL for the same database, else as for PostgreSQL's programs,
 * and is never repeated. Throws CommandFailed.
 */
export function readEnd(
  option: '--from' | '--to',
  text: string,
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
): MoveEnd {
  const sqlite = /^sqlite:(?:\/\/)?(.*)$/s.exec(text)?.[1];
  if (sqlite !== undefined) return { folder: folderOf(option, sqlite || config.dataDir) };
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

function folderOf(option: string, text: string): string {
  const folder = readFolder(text);
  if (typeof folder !== 'string') throw new CommandFailed(`${option} ${folder.problem}.`, 2);
  if (!statSync(folder, { throwIfNoEntry: false })?.isFile()) return folder;
  throw new CommandFailed(
    `${option} names a file, ${JSON.stringify(folder)}. Name the folder of the data, as in DATA_DIR.`,
    2,
  );
}

/** "postgres:" alone stands for the settings. */
function isSame(given: readonly URL[], known: string): boolean {
  if (given.every(({ host, pathname, search }) => host + pathname + search === '')) return true;
  // Like the driver: a parameter overrides the same part of the address.
  const parts = ({ username, hostname, port, pathname, searchParams: given }: URL) => [
    given.get('user') ?? username,
    given.get('host') ?? hostname,
    (given.get('port') ?? port) || '5432',
    pathname,
  ];
  const knownHosts = databaseHosts(known).map((host) => parts(new URL(host)));
  return JSON.stringify(given.map(parts)) === JSON.stringify(knownHosts);
}
