import { type Client, DatabaseError } from 'pg';
import { BackupFailed } from '../../ports/backups.ts';
import { MoveFailed } from '../../ports/moving.ts';
import { CannotOpenStore } from '../../ports/store.ts';
import { clientOf, Hosts } from '../connection/hosts.ts';

/** The oldest release that its makers support. */
const OLDEST_POSTGRES = 14;

interface Settings {
  version: number;
  encoding: string;
  fsync: string | null;
  commit: string | null;
}

const SETTINGS = `SELECT current_setting('server_version_num')::int / 10000 AS version,
  current_setting('server_encoding') AS encoding, current_setting('fsync', TRUE) AS fsync,
  current_setting('synchronous_commit', TRUE) AS commit`;

/**
 * Requires that the database keeps acknowledged commits; runs on the host that takes writes. Throws
 * CannotOpenStore.
 */
export async function prepare(
  place: Hosts | string,
  prepareSchema: (client: Client) => Promise<void>,
): Promise<void> {
  const hosts = typeof place === 'string' ? new Hosts(place) : place;
  if (hosts.areSeveral && !(await hosts.search())) throw noneWrites(hosts);
  let client: Client | undefined;
  try {
    await explaining(hosts, async () => {
      client = clientOf(hosts.options);
      await client.connect();
      const { rows } = await client.query<Settings>(SETTINGS);
      for (const settings of rows) assertSettings(settings);
      await prepareSchema(client);
    });
  } finally {
    await client?.end().catch(() => undefined);
  }
}

/** Throws CannotOpenStore for errors that an operator can meet. */
export async function explaining<T>({ present }: Pick<Hosts, 'present'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explain(error, present);
  }
}

function assertSettings({ version, encoding, fsync, commit }: Settings): void {
  const refuse = (sentence: string) => {
    throw new CannotOpenStore(sentence);
  };
  if (version < OLDEST_POSTGRES)
    refuse(`Framme needs PostgreSQL ${OLDEST_POSTGRES} or newer, and this is ${version}. Upgrade it.`);
  if (encoding !== 'UTF8')
    refuse(`The database's encoding must be UTF8, and is ${encoding}. Create a new database with UTF8.`);
  if (fsync === 'off' || commit === 'off') {
    refuse('PostgreSQL does not sync its commits to disk. Turn fsync and synchronous_commit on.');
  }
}

function noneWrites({ passedOver }: Hosts): CannotOpenStore {
  const problems = [...passedOver].map(([address, problem]) => `${locationOf(address)} (${problem})`);
  return new CannotOpenStore(
    `No host of the database takes writes: ${problems.join(', ')}. Start the primary, promote a standby, or correct DATABASE_URL.`,
  );
}

/** Expected failures become CannotOpenStore, others stay. Never repeats the password. */
function explain(error: unknown, address: string): unknown {
  if (!(error instanceof Error) || isOwn(error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.message;
  const location = `The database at ${locationOf(address)}`;
  if (!(error instanceof DatabaseError)) {
    return new CannotOpenStore(`${location} cannot be reached (${code}). Start it, or correct DATABASE_URL.`);
  }
  const remedy = remedyFor(code);
  return remedy === undefined
    ? error
    : new CannotOpenStore(`${location} refused Framme (${code}). ${remedy}`);
}

/** A sentence already, or about a file: the database is not at fault. */
function isOwn(error: Error): boolean {
  const isSentence = error instanceof CannotOpenStore || error instanceof BackupFailed;
  return isSentence || error instanceof MoveFailed || 'path' in error;
}

function remedyFor(code: string): string | undefined {
  if (/^28/.test(code)) return 'Correct the user and the password in DATABASE_URL.';
  if (code === '3D000') return 'There is no database of that name. Create it, or correct DATABASE_URL.';
  if (code === '42501') return 'The user may not create tables. Make it the owner of the database.';
  if (code === '53100')
    return "The disk of the database is full. Make room on it; Framme's data is as it was.";
  if (code === '53300') return 'All connections are in use. Raise max_connections.';
  if (/^57P|^25006/.test(code)) return 'It is starting, stopping or read-only. Try again when it is ready.';
  return undefined;
}

/** For example db.example.org:5432/framme. */
function locationOf(address: string): string {
  const { host, pathname, searchParams } = new URL(address);
  const port = searchParams.get('port');
  return `${host || searchParams.get('host')}${port === null ? '' : `:${port}`}${pathname}`;
}
