import { type Defence, guarded } from './defence.ts';

const HELD_TEST = 'server/auth/endpoints/held-accounts.test.ts';
const TOLD =
  'a session that was ended elsewhere is told so, an expired one or one that signed itself out is not';

const HELD = 'client/data/device/held-accounts.ts';

/** Makes a defence of the client library, guarded by a unit test. */
function onDevice(
  name: string,
  edit: readonly [string, string, string],
  file: string,
  test: string,
): Defence {
  const [path, from, to] = edit;
  const guard = { project: 'unit', file: `client/data/device/${file}`, test } as const;
  return { name, patch: [{ file: path, from, to }], guard };
}

/** A device is told of its former sessions, and keeps little then. */
export const heldDeviceDefences: readonly Defence[] = [
  guarded(
    'a device that was signed out elsewhere is told that it was on purpose',
    [
      'server/auth/core/sessions/find-session.ts',
      "ended === 'session-ended' ? { reason: 'ended' } : {}",
      'ended === undefined ? {} : {}',
    ],
    [HELD_TEST, TOLD],
  ),
  onDevice(
    'a device that was signed out elsewhere keeps no e-mail but a masked one',
    ['client/data/device/apply-reply.ts', 'new StoredSession(environment).forgetEmail(account);', ''],
    'ended-session.test.ts',
    'a session that was ended on purpose leaves nothing on the device, also in another tab, until somebody signs in',
  ),
  guarded(
    'a session that another account replaced is not told that it was ended on purpose',
    [
      'server/auth/core/sessions/sessions.ts',
      "await endByHash(former, 'session-over')",
      "await endByHash(former, 'session-ended' as never)",
    ],
    [HELD_TEST, TOLD],
  ),
  guarded(
    'a device is told of a deletion after its session had ended',
    ['server/store/auth/sessions.ts', '  await queries.run(disown, uid);\n', ''],
    [
      HELD_TEST,
      'without a session a device learns that the account of its former session was deleted, and not before',
    ],
  ),
  guarded(
    'a device is told nothing of sessions that are open or unknown',
    ['server/auth/endpoints/devices.ts', "ended.get(session) === 'account-gone'", 'session.length > 0'],
    [
      HELD_TEST,
      "another family's session learns nothing of an open account by its session, its ids or a guessed hash",
    ],
  ),
  onDevice(
    'a device is wiped of a family when another signs in',
    [HELD, 'if (!storedSession.isOwn(one)) kept.push', 'if (storedSession.isOwn(one)) kept.push'],
    'held-accounts.test.ts',
    'nothing of a family whose session ended stays on the device once another has signed in',
  ),
  onDevice(
    'a device finds what an older version left of a family',
    [HELD, 'journalHomes(environment.storage), ...named]', 'journalHomes(environment.storage)]'],
    'held-accounts.test.ts',
    'what an older version left of a family is wiped at the next start, also before anybody signs in',
  ),
  onDevice(
    'a sweep keeps what another window stores meanwhile',
    [
      'client/data/device/sweep.ts',
      '  const taps = [...unsent, ...journaled, ...readJournal(storage, entry)];',
      '  const taps = [...unsent, ...journaled];\n  if (taps.length === 0) wipeJournal(storage, entry);',
    ],
    'held-accounts.test.ts',
    'a tap that another window stores while the device is swept is kept',
  ),
  onDevice(
    'unsent taps of a deleted account are wiped from a device that another uses',
    [HELD, 'if (gone.includes(one.uid)) await wipeAccount(environment, one);', 'void wipeAccount;'],
    'held-accounts.test.ts',
    'unsent taps of an account that was deleted meanwhile go at the next contact, and not before',
  ),
  onDevice(
    'the journal is named by the household',
    ['client/data/device/journal.ts', '=> `${PREFIX}${household}.${uid}.`', '=> `${PREFIX}${uid}.${uid}.`'],
    'former-household.test.ts',
    'two households of an account have journals of their own',
  ),
  onDevice(
    'a device is wiped of the household that its account has left',
    [
      'client/data/device/stored-session.ts',
      'one?.uid === uid && one.household === household',
      'one?.uid === uid',
    ],
    'former-household.test.ts',
    'without anything unsent, joining another household leaves nothing of the former one on the device',
  ),
  onDevice(
    'what waits of a household is read by its parent alone',
    [HELD, 'hasLeft && storedSession.account?.uid === uid', 'hasLeft'],
    'former-household.test.ts',
    'what waits of the former household can be read by its parent alone, and discarded',
  ),
  onDevice(
    'a session that was ended on purpose wipes its device',
    [
      'client/data/wire/sync-client.ts',
      'await stripHousehold(this.#store).catch(() => undefined);',
      'void stripHousehold;',
    ],
    'ended-session.test.ts',
    'a session that was ended on purpose leaves nothing on the device, also in another tab, until somebody signs in',
  ),
  onDevice(
    'a session that expired keeps what is on its device',
    [
      'client/data/errors.ts',
      "error.code === 'not-signed-in' && error.reason === 'ended'",
      "error.code === 'not-signed-in'",
    ],
    'ended-session.test.ts',
    'a session that expired locks the device and keeps all that is on it',
  ),
  onDevice(
    'wiping a device keeps unsent taps',
    ['client/data/device/sweep.ts', 'for (const tap of queued) stores.outbox.put(tap);', ''],
    'held-accounts.test.ts',
    'unsent taps of another account are listed without names, and nothing else of it stays',
  ),
];
