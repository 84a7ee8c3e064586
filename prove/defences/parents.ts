import { type Defence, guarded } from './defence.ts';

const STRANGERS = 'server/parents/strangers.test.ts';
const JOIN = 'server/parents/join.test.ts';
const PART = 'server/parents/part.test.ts';
const GIVEN = 'server/parents/given-again.test.ts';
const LINKS = 'server/parents/part-links.test.ts';
const STORE = 'server/store/auth/parents.ts';
const DELETE = 'server/store/auth/register-and-delete.ts';
const FRESH = [
  STRANGERS,
  'each step needs fresh authentication, and what cannot be undone more than a sign-in',
] as const;
const TO_OTHERS = [
  STRANGERS,
  'the other parent sees that an invitation is open, and not who asks; nor lets in, but may cancel',
] as const;

const freshProof: readonly Defence[] = [
  ['invite', 'invite', 'requireRecentAuthentication', 'requireSession'],
  ['ask', 'ask', 'requireRecentAuthentication', 'requireSession'],
  ['let in', 'approve', 'requireReauthentication', 'requireRecentAuthentication'],
  ['join', 'join', 'requireReauthentication', 'requireRecentAuthentication'],
  ['part', 'part', 'requireReauthentication', 'requireSession'],
].map(([step = '', file = '', from = '', to = '']) =>
  guarded(
    `parents: to ${step} needs fresh authentication`,
    [`server/parents/${file}.ts`, `sessions.${from}(`, `sessions.${to}(`],
    FRESH,
  ),
);

const invitations: readonly Defence[] = [
  guarded(
    'parents: who asked and was not let in does not join',
    ['server/parents/join.ts', "if (invite.state !== 'let-in') {", "if (invite.state === 'own') {"],
    [STRANGERS, 'another family, and who asked and was not let in, are answered as by an unknown household'],
  ),
  guarded(
    'parents: an invitation opens nothing to others once somebody has asked',
    ['server/parents/invites.ts', 'if (asked.uid !== account?.uid) return undefined;', ''],
    [STRANGERS, 'nobody gets anything but what an invitation says before it was asked by'],
  ),
  guarded(
    'parents: only the inviter lets in',
    ['server/parents/approve.ts', 'found?.uid === account.uid && asked?.uid === uid', 'asked?.uid === uid'],
    TO_OTHERS,
  ),
  guarded(
    'parents: only the inviter is told who asks',
    ['server/parents/list-parents.ts', 'asked !== undefined && found.uid === uid', 'asked !== undefined'],
    TO_OTHERS,
  ),
  guarded(
    'parents: one open invitation at a time',
    [STORE, "return found.hash === hash ? 'again' : 'open'", "if (found.hash === hash) return 'again'"],
    TO_OTHERS,
  ),
  guarded(
    'parents: an invitation lasts 48 hours',
    [
      'domain/limits.ts',
      'INVITE_MS = INVITATION_HOURS * HOUR_MS',
      'INVITE_MS = 10 * INVITATION_HOURS * HOUR_MS',
    ],
    [JOIN, 'nothing works later than 48 hours'],
  ),
  guarded(
    'parents: a hash that was given once invites nobody again, whatever became of it',
    [STORE, '(await transaction.run(claim, hash)) > 0;', '(await transaction.run(claim, hash)) >= 0;'],
    [GIVEN, 'an invitation that is declined is not made again by somebody who saw its secret'],
  ),
  guarded(
    'parents: at most six',
    [STORE, "if ((await countOf(transaction, household)) >= most) return 'full';", ''],
    [STRANGERS, 'a household of six parents invites nobody'],
  ),
  guarded(
    'parents: invitations are limited in number',
    [
      'server/parents/invite.ts',
      "await limits.count('parent-invite', household, RATES.parentInvitations);",
      '',
    ],
    [STRANGERS, 'invitations are limited in number'],
  ),
  guarded(
    'parents: guesses of an invitation are counted by address',
    ['server/parents/invites.ts', '  await context.limits.countMissedLink(request);\n', ''],
    [STRANGERS, 'whoever guesses invitations has to wait'],
  ),
];

const moves: readonly Defence[] = [
  guarded(
    'parents: the last parent stays',
    [STORE, "if ((await countOf(transaction, from)) === 1) return 'last';", ''],
    [PART, 'the last parent cannot leave, nor a stale page part another household'],
  ),
  guarded(
    'parents: a household that was said to stay is not deleted',
    [STORE, "if (othersStay && (await countOf(transaction, from)) === 1) return 'last';", ''],
    [JOIN, 'a household that was said to stay is not deleted because its other parent went meanwhile'],
  ),
  guarded(
    'parents: the other sessions of an account that moves end',
    [STORE, '{ ended: await endOtherSessions(transaction, uid, session) }', '{ ended: [] }'],
    [JOIN, 'the session that joins stays, and every other one of the account ends'],
  ),
  guarded(
    'parents: the live stream to a household that was left is closed',
    [
      'server/live/live-streams.ts',
      'if (household !== reader.household) reader',
      'if (household === undefined) reader',
    ],
    [JOIN, 'the live stream to the former household ends, and unsent taps of it land nowhere'],
  ),
  guarded(
    'parents: the profile of a deleted account goes from a household that others stay in',
    [DELETE, 'await households.writeProfile(household, uid, now, undefined, visits);', 'void visits;'],
    [
      'server/export/parents.test.ts',
      'deleting one of two accounts leaves the family to the other, and nothing of the deleted one',
    ],
  ),
  guarded(
    'parents: the links of who goes end with them',
    [
      'server/store/shared/visit-links.ts',
      '.filter(({ former, visit }) => visit !== former);',
      '.filter(() => false);',
    ],
    [LINKS, 'the links of a parent who is removed end at once, and those of the others stay'],
  ),
  guarded(
    'parents: a call that says nothing of links ends them',
    ['server/parents/part.ts', 'keepLinks = false', 'keepLinks = true'],
    [LINKS, 'the links of a parent who leaves end at once, and those of the others stay'],
  ),
  guarded(
    'parents: a copy has no links',
    ['server/store/sqlite/household/copy.ts', "json_remove(body, '$.links', '$.answer')", 'body'],
    [PART, 'who leaves gets a household of their own with a copy, and both go on apart'],
  ),
  guarded(
    'parents: partings are limited in number',
    ['server/parents/part.ts', "await limits.count('parting', account.uid, RATES.partings);", ''],
    [PART, 'partings are limited in number'],
  ),
  guarded(
    'parents: both hear by mail',
    ['server/parents/context.ts', 'mail.sendNotice(toMoved, moved, reply, opened);', ''],
    [PART, 'both hear of inviting, joining, leaving and removing by mail, which names nobody'],
  ),
  guarded(
    'parents: all hear by mail of an invitation',
    [
      'server/parents/invite.ts',
      "await tellParents(context, account, ['familyInvited', 'parentInvited'], reply);",
      '',
    ],
    [PART, 'both hear of inviting, joining, leaving and removing by mail, which names nobody'],
  ),
];

const onPostgres: readonly Defence[] = [
  {
    name: 'parents: a hash that was given once invites nobody again (PostgreSQL)',
    patch: [
      {
        file: STORE,
        from: '(await transaction.run(claim, hash)) > 0;',
        to: '(await transaction.run(claim, hash)) >= 0;',
      },
    ],
    guard: {
      project: 'postgres',
      file: GIVEN,
      test: 'an invitation that is declined is not made again by somebody who saw its secret',
    },
  },
  {
    name: 'parents: the links of who goes end with them (PostgreSQL)',
    patch: [
      {
        file: DELETE,
        from: 'keepLinks ? [] : await transaction.all(linkedVisits, household)',
        to: '[]',
      },
    ],
    guard: {
      project: 'postgres',
      file: LINKS,
      test: 'the links of a parent who is removed end at once, and those of the others stay',
    },
  },
  {
    name: 'parents: households are locked in one order',
    patch: [
      {
        file: 'server/store/postgres/household/copy.ts',
        from: '  await connection.query(lock, households);',
        to: '  for (const one of households) await connection.query(lock, [one]);',
      },
    ],
    guard: {
      project: 'postgres',
      file: 'server/store/postgres/crossing-moves.test.ts',
      test: 'in many runs of crossing moves and deletions on two instances nothing is lost, and nobody waits in a circle',
    },
  },
  {
    name: 'parents: nothing below a removed child is copied',
    patch: [
      {
        file: 'server/store/postgres/household/copy.ts',
        from: "AND d.path > p.path || '/' AND d.path < p.path || '0'",
        to: 'AND FALSE',
      },
    ],
    guard: {
      project: 'postgres',
      file: 'server/store/postgres/postgres.test.ts',
      test: 'whoever goes gets a copy at the same paths and versions, without links and answers',
    },
  },
];

export const parentDefences: readonly Defence[] = [...freshProof, ...invitations, ...moves, ...onPostgres];
