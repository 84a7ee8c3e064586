import type { Defence } from './defence.ts';

const STORE = 'server/store/postgres';
const GROUPS = `${STORE}/connection/group-commit.test.ts`;
const BATCHES = `${STORE}/connection/batcher.test.ts`;
const EPOCH = `${STORE}/epoch.test.ts`;
const HOSTS = `${STORE}/connection/hosts.test.ts`;
const TAKEN_OVER =
  'a standby that takes over is found by itself: nothing acknowledged is lost, and hints are heard again';
const CONTRACT = `${STORE}/postgres.test.ts`;

/** A safeguard of the PostgreSQL store: an edit in a file, and the test that fails without it. */
const inPostgres = (
  name: string,
  [path, from, to]: readonly [path: string, from: string, to: string],
  [file, test]: readonly [file: string, test: string],
): Defence => ({
  name,
  patch: [{ file: `${STORE}/${path}`, from, to }],
  guard: { project: 'postgres', file, test },
});

/** Group commit in the PostgreSQL store: no household holds up, loses or sees another's. */
export const postgresStoreDefences: readonly Defence[] = [
  inPostgres(
    'PostgreSQL: a new connection tells that another database has taken over',
    ['postgres.ts', '(client) => epoch.check(client)', 'undefined'],
    [
      EPOCH,
      'a database that takes over before the request takes no tap of a phone that knows the former one',
    ],
  ),
  {
    name: 'PostgreSQL: nothing is committed for a phone once another database has taken over',
    patch: [{ file: 'server/sync/apply-in-steps.ts', from: '      requireEpoch(store, request);\n', to: '' }],
    guard: {
      project: 'postgres',
      file: EPOCH,
      test: 'a database that takes over before its transaction takes no tap of a phone that knows the former one',
    },
  },
  inPostgres(
    'PostgreSQL: a new epoch drops the notices that were due before it',
    ['epoch.ts', "USING begun WHERE former <> ''", "USING begun WHERE former = ''"],
    [
      EPOCH,
      'of overdue notices a restored database drops all, a standby that took over those of before the outage',
    ],
  ),
  inPostgres(
    'PostgreSQL: a household that is locked elsewhere does not hold up its group',
    ['household/household-transaction.ts', 'FOR UPDATE SKIP LOCKED`', 'FOR UPDATE`'],
    [GROUPS, 'a household that is locked elsewhere waits alone, and the others of its group are kept'],
  ),
  inPostgres(
    'PostgreSQL: a wait for a lock is the error of the one that waits',
    ['connection/group-commit.ts', 'isLockTimeout(error) ? new WaitTooLong() : error', 'error'],
    [
      GROUPS,
      'a work that waits for another lock than that of its household does not fail the others of its group',
    ],
  ),
  inPostgres(
    'PostgreSQL: waiting transactions leave connections to the others',
    ['connection/connections.ts', 'this.#lendFrom(this.#waiting, once)', 'this.lend(once)'],
    [GROUPS, 'many locked households leave connections to the others'],
  ),
  inPostgres(
    'PostgreSQL: a group that stalls does not hold up the next one',
    ['connection/batcher.ts', 'setTimeout(() => this.#leave(batch), PATIENCE_MS)', 'undefined'],
    [GROUPS, 'a group that stalls delays the next one only a little'],
  ),
  inPostgres(
    'PostgreSQL: a batch waits for those who may follow only a moment',
    ['connection/batcher.ts', 'setTimeout(() => this.#startSoon(), GATHERING_MS)', 'setTimeout(() => {})'],
    [BATCHES, 'a batch waits for those who may follow no longer than 4 ms'],
  ),
  inPostgres(
    'PostgreSQL: the works of a group that was rolled back run again alone',
    ['connection/group-commit.ts', 'else this.#commitAlone(job);', 'else job.reject(error);'],
    [
      GROUPS,
      'an error of the database reaches the one whose error it is, and the others of its group are kept',
    ],
  ),
  inPostgres(
    'PostgreSQL: no call is answered before COMMIT',
    [
      'connection/group-commit.ts',
      'return () => resolve(value);',
      'resolve(value);\n      return () => undefined;',
    ],
    [GROUPS, 'a full disk is told to the whole group, which is not tried again'],
  ),
  inPostgres(
    'PostgreSQL: a group has one work of a household',
    [
      'connection/group-commit.ts',
      'return this.#connections.inOrder(household, join);',
      'return this.#connections.track(join);',
    ],
    [
      CONTRACT,
      'transactions of several households at once each keep their own, several of one household in order',
    ],
  ),
  inPostgres(
    'PostgreSQL: a work that throws after saving leaves no trace in its group',
    [
      'connection/group-commit.ts',
      'return (await member.isPresent()) ? () => reject(error) : alone;',
      'saved.push(...member.saved);\n      return () => reject(error);',
    ],
    [
      CONTRACT,
      'a transaction that throws after saving leaves the others of its turn alone, and no trace of its own',
    ],
  ),
  inPostgres(
    'PostgreSQL: saving is the last call of a work in a group',
    ['connection/shared-steps.ts', ' || this.#batch !== undefined', ''],
    [CONTRACT, 'a transaction that reads after it saved sees what it saved'],
  ),
  inPostgres(
    'PostgreSQL: of several hosts one that takes no writes is passed over',
    ['connection/hosts.ts', "? undefined : 'read-only'", '? undefined : undefined'],
    [HOSTS, 'hosts of which none takes writes stop the start with one sentence, without the password'],
  ),
  inPostgres(
    'PostgreSQL: a new connection to one of several hosts is asked if it takes writes',
    ['connection/connections.ts', '    await hosts.check(client);\n', ''],
    [HOSTS, TAKEN_OVER],
  ),
  inPostgres(
    'PostgreSQL: a host that is gone makes the others be asked',
    ['connection/hosts.ts', '      await this.search();\n', ''],
    [HOSTS, TAKEN_OVER],
  ),
  inPostgres(
    'PostgreSQL: a host that stalls after the log-in does not hold up the search',
    ['connection/hosts.ts', '    query_timeout: HOST_TIMEOUT_MS,\n', ''],
    [
      'server/store/postgres/connection/silent-host.test.ts',
      'a host that answers no query is passed over, and a later search does not wait for the one before',
    ],
  ),
  inPostgres(
    'PostgreSQL: sessions that are looked up together each lead to their own account',
    ['auth/database.ts', 'resolve(found.get(tokenHash))', 'resolve([...found.values()][0])'],
    [CONTRACT, 'sessions that are looked up at once each lead to their own account, unless they ended'],
  ),
  inPostgres(
    'PostgreSQL: every query names its household',
    [
      'household/load.ts',
      'WHERE household = r.household AND path = ANY (r.paths)',
      'WHERE r.household IS NOT NULL AND path = ANY (r.paths)',
    ],
    [CONTRACT, 'a load returns the declared documents of this household, and knows which ids are taken'],
  ),
  inPostgres(
    'PostgreSQL: a database of an earlier version is dumped before it is migrated',
    ['postgres.ts', 'if (backups !== undefined)', 'if (backups === null)'],
    [
      'server/store/postgres/backup/dump.test.ts',
      'a database of an earlier version is dumped before it is migrated, once, and a new one is not',
    ],
  ),
  inPostgres(
    'PostgreSQL: of servers that start at once on an empty database none ends with an error',
    ['schema/migrations.ts', '  await client.query(TAKE_TURNS);\n', ''],
    [
      'server/store/postgres/schema/migrations.test.ts',
      'an instance that starts on an empty database while another fills it creates nothing twice',
    ],
  ),
  inPostgres(
    'PostgreSQL: a limit on statements does not end a migration',
    ['schema/migrations.ts', "('statement_timeout', ", '('],
    [
      'server/store/postgres/schema/migrations.test.ts',
      'a limit that the database sets for statements does not end a migration',
    ],
  ),
  inPostgres(
    'PostgreSQL: a migration takes its locks in the order in which taps do',
    ['schema/schema-8.ts', 'LOCK TABLE households, visit_links IN ACCESS EXCLUSIVE MODE;', ''],
    [
      'server/store/postgres/schema/baseline.test.ts',
      'a migration waits for a tap of the version before, and neither fails',
    ],
  ),
  inPostgres(
    'PostgreSQL: a notice whose rows a deletion locks in the other order is settled',
    ['household/notice-queue.ts', 'await retryOnConflict(() => connections', 'await (() => connections'],
    [
      'server/store/postgres/household/notice-queue.test.ts',
      'a notice is settled also if a deletion locks its rows in the other order',
    ],
  ),
  inPostgres(
    'PostgreSQL: an op is not recorded over its outcome',
    ['household/save.ts', ' THEN excluded.recorded_at END', ' THEN excluded.recorded_at ELSE 0 END'],
    [CONTRACT, 'an op that is known is not recorded again'],
  ),
  inPostgres(
    'PostgreSQL: of several servers one dumps the database, before any of them migrates it',
    ['backup/dump.ts', "  await client.query('SELECT pg_advisory_lock($1)', [LOCK]);\n", ''],
    [
      'server/store/postgres/backup/dump.test.ts',
      'of several servers that start at once one backs up, before any of them migrates',
    ],
  ),
];
