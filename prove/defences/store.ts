import { type Defence, guarded } from './defence.ts';

const CONNECTION = 'server/store/sqlite/connection/connection.ts';

/** Durability, atomicity and ownership in the SQLite store. */
export const storeDefences: readonly Defence[] = [
  {
    name: 'SQLite: a restored copy of the database begins a new epoch',
    patch: [
      {
        file: 'server/store/sqlite/epoch.ts',
        from: '    this.id = isKnown ? epoch : newId();',
        to: '    this.id = epoch || newId();',
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/store/sqlite/epoch.test.ts',
      test: 'a copy that overwrites the file, without its companion, or with an older one, begins a new epoch',
    },
  },
  {
    name: 'SQLite: a new epoch drops the notices that were due before it',
    patch: [
      {
        file: 'server/store/sqlite/epoch.ts',
        from: '        this.#dropOverdue(isoTime(Date.now()));\n',
        to: '',
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/sync/restored-notices.test.ts',
      test: 'a notice that was sent after the backup is not sent once more after the restore',
    },
  },
  {
    name: 'SQLite: a companion that was copied with the database begins a new epoch',
    patch: [
      {
        file: 'server/store/sqlite/epoch.ts',
        from: 'return isSame(known.self, identityOf(stat(pathOf(database))));',
        to: 'return true;',
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/store/sqlite/epoch.test.ts',
      test: 'a whole folder that is copied over the one that is there begins a new epoch',
    },
  },
  {
    name: 'SQLite: a backup restored into the file of a running server begins a new epoch',
    patch: [
      {
        file: 'server/store/sqlite/epoch.ts',
        from: "mark = ? WHERE mark = ?'",
        to: "mark = ? WHERE mark = ? OR TRUE'",
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/store/sqlite/epoch.test.ts',
      test: 'a backup restored into the file of a running server begins a new epoch at the next start',
    },
  },
  guarded(
    'synchronous=FULL: a store that does not sync its commits refuses to open',
    [CONNECTION, 'PRAGMA synchronous = FULL;', 'PRAGMA synchronous = NORMAL;'],
    [
      'server/store/sqlite/sqlite.test.ts',
      'stored data is there after the store was closed and opened again',
    ],
  ),
  guarded(
    'synchronous=FULL: the connection that writes syncs every commit',
    [
      [CONNECTION, 'PRAGMA synchronous = FULL;', 'PRAGMA synchronous = NORMAL;'],
      [CONNECTION, 'if (synchronous !== 2)', 'if (synchronous === undefined)'],
    ],
    [
      'server/store/sqlite/connection/connection.test.ts',
      'the connection that writes syncs each commit to the disk, and deletes by overwriting',
    ],
  ),
  {
    name: 'ownership: every query names its household',
    patch: [
      {
        file: 'server/store/sqlite/household/load.ts',
        from: 'FROM people WHERE household = ?1 AND path',
        to: 'FROM people WHERE ?1 IS NOT NULL AND path',
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/store/sqlite/sqlite.test.ts',
      test: 'a load returns the declared documents of this household, and knows which ids are taken',
    },
  },
  {
    name: 'one savepoint each: a failing transaction is undone without the others of its group',
    patch: [
      {
        file: 'server/store/sqlite/connection/group-commit.ts',
        from: 'this.#sql.undo.run();\n',
        to: '',
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/store/sqlite/connection/group-commit.test.ts',
      test: 'a transaction that throws is undone alone, and the others of its group are kept',
    },
  },
  {
    name: 'no call is answered before COMMIT',
    patch: [
      {
        file: 'server/store/sqlite/connection/group-commit.ts',
        from: 'settles.push(() => resolve(value));',
        to: 'resolve(value);',
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/store/sqlite/connection/group-commit.test.ts',
      test: 'a failed commit stores nothing and answers no caller with success',
    },
  },
  {
    name: 'a read sees only what is committed: it waits while a group is open',
    patch: [
      {
        file: 'server/store/sqlite/connection/group-commit.ts',
        from: 'while (this.#db.isTransaction) await nextTurn();',
        to: '',
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/store/sqlite/connection/group-commit.test.ts',
      test: 'a read during a group waits, and sees nothing that is then undone',
    },
  },
  {
    name: 'the write-ahead log is bounded: commits wait for a checkpoint',
    patch: [
      {
        file: 'server/store/sqlite/connection/checkpoints.ts',
        from: 'return this.#running?.promise;',
        to: 'return undefined;',
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/store/sqlite/connection/checkpoints.test.ts',
      test: 'commits wait for the thread when the log is as long as it may be',
    },
  },
  {
    name: 'a checkpoint that its thread cannot make is made between two commits',
    patch: [
      {
        file: 'server/store/sqlite/connection/checkpoints.ts',
        from: 'if (this.#running === undefined) this.#copyHere();',
        to: '',
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/store/sqlite/connection/checkpoints.test.ts',
      test: 'without a thread that works, the log is copied between two commits',
    },
  },
  {
    name: 'a scrub waits for the checkpoint thread, beside which the log cannot be truncated',
    patch: [
      {
        file: 'server/store/sqlite/connection/group-commit.ts',
        from: 'await isFree();',
        to: '',
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/store/sqlite/connection/checkpoints.test.ts',
      test: 'work outside of transactions begins once the thread rests, also if a commit wakes it meanwhile',
    },
  },
  {
    name: 'a migration begins only if the disk has room for it',
    patch: [
      {
        file: 'server/store/sqlite/schema/migrations.ts',
        from: 'if (free < needed) {',
        to: 'if (free < needed && free < 0) {',
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/store/sqlite/schema/migrations.test.ts',
      test: 'a migration is refused with a sentence if the disk lacks room, and changes nothing',
    },
  },
  {
    name: "a taken notice's id is never given to a later one",
    patch: [
      {
        file: 'server/store/sqlite/schema/baseline.ts',
        from: 'id INTEGER PRIMARY KEY AUTOINCREMENT,',
        to: 'id INTEGER PRIMARY KEY,',
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/store/sqlite/sqlite.test.ts',
      test: 'a notice taken before its account was deleted is never taken for a later one',
    },
  },
  {
    name: 'a hostile client cannot make the row of its household grow without end',
    patch: [
      {
        file: 'server/store/sqlite/household/household-row.ts',
        from: '.slice(-MOST_DEVICES)',
        to: '',
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/store/sqlite/sqlite.test.ts',
      test: 'a household remembers the sequences of the 200 devices that wrote last',
    },
  },
  {
    name: 'a page of the feed never splits a version',
    patch: [
      {
        file: 'server/store/sqlite/household/feed.ts',
        from: 'rows.filter((row) => row.version < next.version)',
        to: 'rows',
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/store/sqlite/sqlite.test.ts',
      test: 'a page of the feed never splits a version, even one larger than the page',
    },
  },
  {
    name: 'a second process on one data folder is refused',
    patch: [
      { file: 'server/store/sqlite/connection/data-folder.ts', from: "db.exec('BEGIN EXCLUSIVE');", to: '' },
    ],
    guard: {
      project: 'integration',
      file: 'server/store/sqlite/sqlite.test.ts',
      test: 'a second opening is refused with a sentence, also from another process, until the first is closed',
    },
  },
  {
    name: 'a registration is one transaction: no half account can exist',
    patch: [
      {
        file: 'server/store/sqlite/sqlite.ts',
        from: '    ...shared,\n',
        to: `    ...shared,
    register: async (account, profile, credentials) => {
      const result = await shared.register(account, profile, credentials);
      if (result === 'registered') await group.run(() => putProfile(writer, account, profile));
      return result;
    },
`,
      },
      {
        file: 'server/store/sqlite/sqlite.ts',
        from: "import { authDatabase } from './auth/database.ts';",
        to: `import { authDatabase } from './auth/database.ts';
import { documentWriter } from './household/save.ts';
import { numberReader } from './household/household-row.ts';
import { profilePath } from '#domain/paths.ts';
const putProfile = (db, { household, uid }, profile) =>
  documentWriter(db)(numberReader(db)(household), profilePath(uid), 1, profile);`,
      },
      {
        file: 'server/store/sqlite/auth/database.ts',
        from: '      writeDocument(number, profilePath(uid), 1, profile);\n',
        to: '',
      },
    ],
    guard: {
      project: 'integration',
      file: 'tests/model/half-account.test.ts',
      test: 'a registration that fails half-way leaves nothing, and may be tried again',
    },
  },
];
