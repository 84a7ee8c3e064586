import { MAX_FOLLOWED, MAX_FOLLOWERS, QUESTIONS_A_DAY } from '#domain/limits.ts';
import { type Defence, guarded } from './defence.ts';

const [LOOK, CALLS] = ['server/following/look.ts', 'server/following/calls.ts'];
const test = (name: string) => `server/following/${name}.test.ts`;
const [LOOKS, ASKED, ANSWERS, ALERTS] = [test('look'), test('calls'), test('answers'), test('alerts')];
const QUESTIONS = test('questions');
const REFUSED = 'a refused family sees nothing, cannot end it to ask anew, and asks again after a day';
const SQLITE = 'server/store/sqlite/sqlite.test.ts';
const STORED_ALERTS = 'server/store/shared/alerts.ts';
const STRIPPED =
  'an answer of a family that follows, which has no link, is stripped 72 hours after it was given';
const AGAIN = 'a friend who got the former first name again is seen once a yes is said anew';
const TOLD =
  'an alert about a tap waits for each home that follows with a yes, and its devices are told of the host’s visit';

/** Makes a defence of the host's board, which a unit test guards. */
function onBoard(name: string, [from, to]: [from: string, to: string], inTest: string): Defence {
  const watch = 'client/features/followers/followers-watch';
  const guard = { project: 'unit', file: `${watch}.test.ts`, test: inTest } as const;
  return { name, patch: [{ file: `${watch}.ts`, from, to }], guard };
}

/** Following a child at another family: what it shows, to whom, until when, and who is asked (docs/decisions/0050-following.md). */
export const followingDefences: readonly Defence[] = [
  guarded(
    'following: nothing is seen before the yes',
    [LOOK, 'if (row.agreedAt === null || isPaused', 'if (isPaused'],
    [LOOKS, 'before the yes nothing is told but the question, and after it what the holder of a link sees'],
  ),
  guarded(
    'following: nor the name',
    [LOOK, 'name: agreedAt === null ? null : name', 'name'],
    [LOOKS, 'before the yes nothing is told but the question, and after it what the holder of a link sees'],
  ),
  guarded(
    'following: a yes from before a restored backup shows nothing',
    [LOOK, 'Math.max(restoredAt, ', 'Math.max(restoredAt - restoredAt || -1, '],
    [LOOKS, 'a yes from before a restored backup shows nothing until it is said anew'],
  ),
  guarded(
    'following: a friend with another first name is another child',
    [LOOK, 'return !isSameFirstName(followedName(visitor.name), name)', "return visitor.name === ''"],
    [LOOKS, 'a friend with another first name is another child until a yes is said anew'],
  ),
  guarded(
    'following: also one who has the former first name again',
    [LOOK, ', renamedAt(visitor))', ', Math.min(0, renamedAt(visitor)))'],
    [LOOKS, `${AGAIN}, by a phone that sends the name alone`],
  ),
  guarded(
    'following: a rename counts from its receipt, not from its tap',
    ['domain/visits/visitor.ts', '{ receivedAt }: Context', '{ at: receivedAt }: Context'],
    [LOOKS, `${AGAIN}, by taps from before the yes that come late, of a phone whose clock is off`],
  ),
  guarded(
    'following: nothing is seen while links are refused',
    [LOOK, ' || refusesLinks(visitor)', ' || (refusesLinks(visitor) && false)'],
    [LOOKS, 'nothing is seen while the other family refuses links, or the host of the server its number'],
  ),
  guarded(
    'following: nor of a number that the host of the server refuses',
    [LOOK, 'phone === undefined || !deps', 'phone === undefined || phone || !deps'],
    [LOOKS, 'nothing is seen while the other family refuses links, or the host of the server its number'],
  ),
  guarded(
    'following: a visit that is over is seen for as long as by a link',
    [LOOK, ' || now >= followingEnd(seen.visit)', ' || now >= followingEnd(seen.visit) + 60_000'],
    [LOOKS, 'a visit that is over is seen for as long as by a link, to the second'],
  ),
  guarded(
    'following: a forgotten check-out is seen for 72 hours',
    [
      'domain/links/link-life.ts',
      'return Math.max(...known) + LINK_LIFE_MS;',
      'return Math.max(...known) + 10 * LINK_LIFE_MS;',
    ],
    [LOOKS, 'an open visit is seen for 72 hours after what was last known of it, and then its check-out'],
  ),
  guarded(
    'following: a refused question is shown to nobody',
    [CALLS, '.filter((row) => row.isThere && row.refusedAt === null)', '.filter((row) => row.isThere)'],
    [QUESTIONS, REFUSED],
  ),
  guarded(
    'following: addresses are told only while an answer is due',
    [CALLS, '        if (!isAsking(row)) return about;\n', ''],
    [
      QUESTIONS,
      'a host is shown the accounts of who asks, and when the link was made, as long as an answer is due',
    ],
  ),
  guarded(
    'following: questions ring twice a day a friend',
    [CALLS, 'host: rings ? [', 'host: rings || key ? ['],
    [ALERTS, 'a question is told to the host, twice a day a friend, and a yes to the home; an end to nobody'],
  ),
  guarded(
    'following: the host is shown nobody who follows a friend that is gone',
    [CALLS, 'return row.visitorName !== undefined;', "return row.id !== '';"],
    [LOOKS, 'nothing is seen once the friend is removed'],
  ),
  guarded(
    'following: a tab that shows another family gets nothing',
    [
      CALLS,
      "  if (account.household !== household) throw new CallError('other-household');\n  const follower",
      '  const follower',
    ],
    [ASKED, 'nobody gets anything, nor does a tab that shows another family'],
  ),
  guarded(
    'following: a session that ended while it waited is shown nothing',
    [CALLS, '  if (!hasWaited) return account;\n', '  if (!hasWaited || account) return account;\n'],
    [ASKED, 'a family that asks without end waits, and is shown nothing if its session ends meanwhile'],
  ),
  guarded(
    'following: what a family asks waits for its share',
    [
      CALLS,
      'await pace.from(request.ip).begin(follower, REQUEST_WORK, () => raw.destroyed)',
      'raw.destroyed',
    ],
    [ASKED, 'a family that asks without end waits, and is shown nothing if its session ends meanwhile'],
  ),
  guarded(
    'following: a link of the own family is one that shows nothing',
    [CALLS, '      if (living.household === household) throw await gate.missed(request);\n', ''],
    [
      ASKED,
      'an address that asks by dead links, or by links of the own family, misses as one that reads them',
    ],
  ),
  guarded(
    'following: questions are limited',
    [CALLS, "  await limits.count('question', home, RATES.questions);\n", ''],
    [ASKED, `a family asks ${QUESTIONS_A_DAY} times a day, and follows ${MAX_FOLLOWED} children`],
  ),
  guarded(
    'following: a friend has few followers',
    [CALLS, 'ofVisitor: MAX_FOLLOWERS', 'ofVisitor: MAX_FOLLOWERS + 1'],
    [ASKED, `a friend has ${MAX_FOLLOWERS} followers, and one more once another ended it`],
  ),
  guarded(
    'following: a family follows so many',
    [CALLS, 'ofHome: MAX_FOLLOWED', 'ofHome: MAX_FOLLOWED + 1'],
    [ASKED, `a family asks ${QUESTIONS_A_DAY} times a day, and follows ${MAX_FOLLOWED} children`],
  ),
  guarded(
    'following: no home says yes for itself',
    [
      'server/store/shared/followers.ts',
      'WHERE id = $2 AND host = (SELECT ${parts.key} FROM households WHERE id = $1)',
      'WHERE id = $2 AND (SELECT ${parts.key} FROM households WHERE id = $1) IN (host, home)',
    ],
    [SQLITE, 'a row is answered by its host alone, ended by either side, and found by nobody else'],
  ),
  guarded(
    'following: answers of a home are limited',
    ['server/links/reader-writes.ts', '    await limits.count(ANSWERS.kind, counted, ANSWERS.limit);\n', ''],
    [ANSWERS, 'answers are three seconds apart, thirty a visit and home, and a link has its own'],
  ),
  guarded(
    'following: it is looked at once more where an answer is written',
    [CALLS, 'seenIn(context, { ...fresh.row, seen: fresh }, now) && fresh', 'now > 0 ? fresh : undefined'],
    [ANSWERS, 'what ends between the look and the writing leaves no answer'],
  ),
  guarded(
    'following: an answer without a link leads retention to itself',
    ['server/store/shared/visit-links.ts', 'if (links.length > 0 || !answer) return', 'return'],
    ['server/retention/strip-links.test.ts', STRIPPED],
  ),
  guarded(
    'following: an answer without a link goes when a link would',
    [
      'domain/links/link-life.ts',
      'return isOver ? withoutLinks(kept) : kept;',
      'return isOver ? kept : kept;',
    ],
    ['server/retention/strip-links.test.ts', STRIPPED],
  ),
  guarded(
    'following: a home that only asked is told of no tap',
    [STORED_ALERTS, ' AND f.agreed_at IS NOT NULL AND home.number', ' AND home.number'],
    [SQLITE, TOLD],
  ),
  guarded(
    'following: a home is not told who tapped',
    [STORED_ALERTS, 'const { by: _by, ...seen } = tap ?? {};', 'const seen = tap ?? {};'],
    [SQLITE, TOLD],
  ),
  guarded(
    'following: an alert tells the home of its following alone',
    [STORED_ALERTS, 'WHERE h.id = $1 AND f.home = h.number AND f.id = $2', 'WHERE h.id = $1 AND f.id = $2'],
    [SQLITE, TOLD],
  ),
  guarded(
    'following: a waiting alert is told only while the following shows the visitor',
    ['server/push/alert-worker.ts', " || (alert.kind === 'followed' && !this.#isShared(told))", ''],
    [ALERTS, 'nothing is told once links are refused, before the alert is due or before the tap'],
  ),
  guarded(
    'following: a paused or refused home does not hear that there was a tap',
    ['server/notices/worker.ts', 'if (await this.#sees(home, household, visitor)) ', ''],
    [ALERTS, 'nothing is told once links are refused, before the alert is due or before the tap'],
  ),
  onBoard(
    'following: a reply from before an answer does not bring the question back',
    ['if (told && changes === this.#changes) this.#show(told);', 'if (told) this.#show(told);'],
    'a reply from before an answer does not undo it',
  ),
  onBoard(
    'following: a hidden page asks nothing',
    ["if (document.visibilityState === 'visible') void this.look();", 'void this.look();'],
    'it asks at the start, when the page or the network is back, for news, and now and then; never for a tap',
  ),
];
