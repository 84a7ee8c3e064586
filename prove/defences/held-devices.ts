import { type Defence, guarded } from './defence.ts';

const HELD_TEST = 'server/auth/endpoints/held-accounts.test.ts';
const TOLD =
  'a session that was ended elsewhere is told so, an expired one or one that signed itself out is not';

/** What a device is told of its former sessions, and what it keeps then. */
export const heldDeviceDefences: readonly Defence[] = [
  guarded(
    'a device that was signed out elsewhere is told that it was on purpose',
    [
      'server/auth/sessions/find-session.ts',
      "ended === 'session-ended' ? { reason: 'ended' } : {}",
      'ended === undefined ? {} : {}',
    ],
    [HELD_TEST, TOLD],
  ),
  guarded(
    'a session that another account replaced is not told that it was ended on purpose',
    [
      'server/auth/sessions/sessions.ts',
      "await endByHash(former, 'session-over')",
      "await endByHash(former, 'session-ended' as never)",
    ],
    [HELD_TEST, TOLD],
  ),
  guarded(
    'a device is told of a deletion after its session had ended',
    ['server/store/sqlite/auth/ended-sessions.ts', '    disown(uid);\n', ''],
    [
      HELD_TEST,
      'without a session a device learns that the account of its former session was deleted, and not before',
    ],
  ),
  guarded(
    'a device is told nothing of sessions that are open or unknown',
    ['server/auth/endpoints/held-accounts.ts', "ended.get(session) === 'account-gone'", 'session.length > 0'],
    [
      HELD_TEST,
      "another family's session learns nothing of an open account by its session, its ids or a guessed hash",
    ],
  ),
];
