import { type Defence, guarded } from './defence.ts';

/** SQL of both stores. */
const FOLLOWERS = 'server/store/shared/followers.ts';
const STORE = 'server/store/sqlite/sqlite.test.ts';
const POSTGRES = 'server/store/postgres/postgres.test.ts';
const BY_ITS_HOST = 'a row is answered by its host alone, ended by either side, and found by nobody else';
const MOST = 'a visitor has as many followers, and a home follows as many, as there may be';
const NO_PLACE = 'a question takes no place from a family that follows, of which there are as many as may be';
const REFUSED =
  'a refusal keeps its row, which nobody ends and which takes no place, until the home may ask again';
const AT_ONCE = 'of many questions at once no more are kept than there may be';
const GONE =
  'a visit that is removed or another visitor’s is not seen, and nothing of a visitor or child who is gone';
const NOT_THERE = 'nobody follows who or what is not there, nor the own friends';
const EXPORT = 'server/export/export-followers.test.ts';

const onPostgres = (
  name: string,
  edit: readonly [string, string, string],
  [file, test]: readonly [string, string],
): Defence => ({ ...guarded(name, edit, ['', '']), guard: { project: 'postgres', file, test } });

/** The rows of followings in the stores, and their end. */
export const followersStoreDefences: readonly Defence[] = [
  guarded(
    'following: only its two families end it',
    [FOLLOWERS, 'AND (SELECT ${key} FROM households WHERE id = $1) IN (host, home)', "AND $1 <> ''"],
    [STORE, BY_ITS_HOST],
  ),
  guarded(
    'following: only its home reads it',
    [FOLLOWERS, 'f.home = home.${parts.key} AND host', "f.home <> '' AND host"],
    [STORE, BY_ITS_HOST],
  ),
  guarded(
    'following: a visitor has three followers at most',
    [FOLLOWERS, 'ofVisitor >= most.ofVisitor || ', ''],
    [STORE, NO_PLACE],
  ),
  guarded(
    'following: a question takes no place from a family that follows',
    [FOLLOWERS, 'AND visitor = $2 AND agreed_at IS NOT NULL) AS', 'AND visitor = $2) AS'],
    [STORE, NO_PLACE],
  ),
  guarded(
    'following: no more say yes than may follow',
    [
      FOLLOWERS,
      'o.agreed_at IS NOT NULL AND o.id <> f.id) < $5',
      'o.agreed_at IS NOT NULL AND o.id <> f.id) < $5 + 9',
    ],
    [STORE, NO_PLACE],
  ),
  guarded(
    'following: a refused family ends no refusal to ask anew',
    [FOLLOWERS, 'DELETE FROM followers WHERE id = $2 AND ${OPEN}', 'DELETE FROM followers WHERE id = $2'],
    [STORE, REFUSED],
  ),
  guarded(
    'following: a refused family waits before it asks again',
    [FOLLOWERS, 'AND refused_at <= $4', 'AND (refused_at <= $4 OR refused_at > $4)'],
    [STORE, REFUSED],
  ),
  guarded(
    'following: a refusal goes after a day',
    [FOLLOWERS, ' OR refused_at < $4 OR NOT', ' OR (refused_at < $4 AND FALSE) OR NOT'],
    [STORE, REFUSED],
  ),
  guarded('following: a home follows so many', [FOLLOWERS, ' || ofHome >= most.ofHome', ''], [STORE, MOST]),
  onPostgres(
    'following: questions are counted one after the other',
    [FOLLOWERS, '  await transaction.households.lock([host, home]);\n', ''],
    [POSTGRES, AT_ONCE],
  ),
  guarded(
    'following: nobody follows the own friends',
    [FOLLOWERS, ' AND host.id <> home.id', ''],
    [STORE, NOT_THERE],
  ),
  guarded(
    'following: a yes is about a visitor who is there',
    [FOLLOWERS, ' AND ${OPEN} AND ${isThere(parts)}\n', ' AND ${OPEN}\n'],
    [STORE, NOT_THERE],
  ),
  guarded(
    "following: another visitor's visit is not seen",
    [FOLLOWERS, ' AND visit.visitor = f.visitor AND', ' AND'],
    [STORE, GONE],
  ),
  // SQLite deletes at once what is below a small child.
  onPostgres(
    'following: nothing is seen of a child who is gone',
    [FOLLOWERS, ' && who && child &&', ' && who &&'],
    [POSTGRES, GONE],
  ),
  guarded(
    'following: a large family that goes is gone at once (SQLite)',
    ['server/store/sqlite/household/purge-removed.ts', 'cancelAlerts, forgetFollowers, ', 'cancelAlerts, '],
    [STORE, 'a large host is gone for the other side at once, also while it is purged in steps'],
  ),
  onPostgres(
    'following: two families that go wait for each other in no circle',
    ['server/store/postgres/auth/database.ts', '      ORDER BY id FOR UPDATE)', '      AND FALSE)'],
    [
      'server/store/postgres/crossing-followers.test.ts',
      'two families that follow each other go at once while somebody holds a row, and neither waits for the other in a circle',
    ],
  ),
  onPostgres(
    'following: a home that is being deleted fails no notice of its host',
    ['server/store/shared/alerts.ts', "'FOR KEY SHARE'", "''"],
    [
      'server/store/postgres/crossing-followers.test.ts',
      'an alert to followers of whom one is being deleted waits for that, and reaches the other one',
    ],
  ),
  guarded(
    'following: a question that nobody answers goes',
    [
      'server/retention/retention-worker.ts',
      '    await expireFollowers(this.#deps, () => this.#rounds.isStopped);\n',
      '',
    ],
    [
      'server/retention/retention-worker.test.ts',
      'households are processed once a day, in batches, also after a failure',
    ],
  ),
  guarded(
    'following: the export has no name before the yes',
    ['server/export/account-part.ts', 'agreedAt === null ? null : name', 'name'],
    [
      EXPORT,
      'both sides export who follows whom: names and times, of the other household no id, and no name before the yes',
    ],
  ),
];
