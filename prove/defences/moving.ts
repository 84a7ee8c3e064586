import type { Defence } from './defence.ts';

const MOVE = 'server/store/postgres/moving/move.test.ts';
const UNFINISHED = 'server/store/postgres/moving/unfinished-move.test.ts';
const TABLES = 'server/store/postgres/moving/tables.test.ts';
const ENDS = 'server/store/postgres/moving/ends.ts';

function defence(name: string, [file, from, to]: [string, string, string], guard: [string, string]): Defence {
  const [testFile, test] = guard;
  return { name, patch: [{ file, from, to }], guard: { project: 'postgres', file: testFile, test } };
}

const NEITHER = 'neither end may be in use, of another version, or filled';

/** Moving an installation between the stores. */
export const movingDefences: readonly Defence[] = [
  defence(
    'move: both sides are compared before anything is kept',
    ['server/store/hosting/move.ts', '  requireSame(sent, arrived, wasThere);\n', ''],
    [TABLES, 'nothing is left of a move whose sides differ'],
  ),
  defence(
    'move: a changed row is found by its hash, not only by the count',
    ['server/store/hosting/move.ts', ' || sent[name]?.hash !== arrived[name]?.hash', ''],
    [
      MOVE,
      'a move that is run again says that everything is there, and one changed row is found by its hash',
    ],
  ),
  defence(
    'move: a target in use is left as it is',
    ['server/store/hosting/move.ts', '  if (wasThere && target.isUsed) throw', '  if (false) throw'],
    [
      MOVE,
      'a move that is run again says that everything is there, and one changed row is found by its hash',
    ],
  ),
  defence(
    'move: a server that is connected to PostgreSQL is refused',
    [ENDS, '    if (await isInUse(client)) throw inUse(hosts);\n', ''],
    [MOVE, NEITHER],
  ),
  defence(
    'move: a server does not start on the database of a move that was killed',
    [
      'server/store/postgres/epoch.ts',
      '    if (row.home === MOVING) throw new CannotOpenStore(UNFINISHED_MOVE);\n',
      '',
    ],
    [UNFINISHED, 'a start on a database whose move was killed is refused, until the move is run to its end'],
  ),
  defence(
    'move: a server does not start in the folder of a move that was killed',
    ['server/store/sqlite/sqlite.ts', '    refuseUnfinishedMove(file);\n', ''],
    [UNFINISHED, 'a start on a folder whose move was killed is refused, until the move is run to its end'],
  ),
  defence(
    'move: a log without its database is not taken for that of the new one',
    ['server/store/sqlite/moving/ends.ts', '  requireNothingBeside(file, unlock);\n', ''],
    [MOVE, NEITHER],
  ),
  defence(
    'move: what waits for a new yes since a restore waits for it elsewhere too',
    ['server/store/hosting/moved-tables.ts', 'WHERE restored_at IS NOT NULL', 'WHERE restored_at < 0'],
    [
      MOVE,
      'a following that a restored backup brought back shows nothing before a new yes, also after a move',
    ],
  ),
  defence(
    'move: a password on the command line is refused',
    ['scripts/framme/move.ts', '  if (urls.some(namesPassword))', '  if (Math.random() > 1)'],
    [MOVE, 'a password on the command line is refused and not repeated; it comes from the environment'],
  ),
  defence(
    'move: what the schema has and a store does not move is told',
    [
      'server/store/hosting/moved-tables.ts',
      ' created_at, email_verified_at, passkey_required_at',
      ' created_at, email_verified_at',
    ],
    [TABLES, 'every table and column of both schemas is moved; one that only one store has is told'],
  ),
];
