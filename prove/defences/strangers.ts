import type { Defence } from './defence.ts';
import { defence } from './signing-in.ts';

/** What keeps a former password, or a stranger who was in before, from lasting. */
export const strangerDefences: readonly Defence[] = [
  defence(
    'whoever knows the password has it hashed only so often',
    ['server/sign-in/log-in.ts', 'await limits.entry(stored.uid);', 'void limits.entry;'],
    [
      'right-passwords',
      'whoever knows the password has it hashed only so often, also on a device that is known',
    ],
  ),
  defence(
    'a former password that waited to be hashed opens nothing',
    [
      'server/store/sqlite/sessions.ts',
      '(?7 IS NULL OR password_hash = ?7)',
      "(?7 IS NULL OR password_hash <> '')",
    ],
    ['at-once', 'a log-in whose password is changed at the last moment is wrong, and begins no session'],
  ),
  defence(
    'nor does it come as far as the passkey',
    ['server/sign-in/second-steps.ts', '?.passwordHash !== passwordHash', ' === undefined'],
    ['at-once', 'nor does it come as far as the passkey, where one is required'],
  ),
  defence(
    'a password that waited while a passkey was required opens nothing alone',
    ['server/store/sqlite/sessions.ts', '(?8 OR passkey_required_at IS NULL)', '?8 IS NOT NULL'],
    ['at-once', 'a log-in while a passkey is being required is asked for it, and begins no session'],
  ),
  defence(
    'nor does it take the place of the other, when it is hashed anew',
    [
      'server/store/sqlite/accounts.ts',
      '(?3 IS NULL OR password_hash = ?3)',
      '(?3 IS NULL OR password_hash IS NOT NULL)',
    ],
    ['at-once', 'a password that is chosen while the former is hashed anew, as others are by now, stays'],
  ),
  defence(
    'a session that ended while a password was hashed sets none',
    ['server/store/sqlite/account-changes.ts', 'lives.get(session, uid) ?', 'lives ?'],
    ['at-once', 'a session that a recovery ends while it changes the password changes nothing'],
  ),
  defence(
    'changes of the password are counted',
    [
      'server/sign-in/change-password.ts',
      "await limits.count('change-password', accountNamed(account.email), CHANGING);",
      'void [limits, accountNamed, CHANGING];',
    ],
    [
      'change-password',
      'five changes are taken, then one a quarter of an hour, also after the account was made anew',
    ],
  ),
  defence(
    'a change of e-mail that is just being asked for ends with the password',
    [
      'server/sign-in/email.ts',
      'await sessions.requireSession(request).catch(',
      'await Promise.resolve().catch(',
    ],
    ['change-email', 'a change that is asked for while another password is chosen is called off'],
  ),
  defence(
    'a recovery by link ends the passkeys of whoever opened the account in the name of somebody else',
    ['server/sign-in/recover.ts', "['provider', 'passkey', 'recovery-code']", "['provider']"],
    [
      'opened-for-another',
      'whoever opened an account in the name of somebody else has no passkey and no code once its owner recovers it',
    ],
  ),
  defence(
    'who has not shown that the e-mail is theirs requires no passkey, which no mail would skip',
    [
      'server/sign-in/passkeys/require.ts',
      'if (required && !wasRequired) await refuseUnverified(ground, uid);',
      'void refuseUnverified;',
    ],
    [
      'opened-for-another',
      'whoever has not shown that the e-mail is theirs cannot require a passkey, so its owner recovers the account',
    ],
  ),
  defence(
    'a passkey or a service that a recovery took away opens nothing, however far it had come',
    ['server/store/sqlite/sessions.ts', 'AND (?9 IS NULL OR EXISTS', 'AND (?9 IS ?9 OR EXISTS'],
    [
      'recovered-at-once',
      'a passkey that is just signing in opens nothing once the owner of the address has recovered the account',
    ],
  ),
  defence(
    'nor does a second step',
    ['server/store/sqlite/sessions.ts', 'AND (?11 IS NULL OR EXISTS', 'AND (?11 IS ?11 OR EXISTS'],
    ['recovered-at-once', 'nor does a second step that is just being taken, by a code'],
  ),
  defence(
    'nor is one kept that is handed in by a session which the recovery ended',
    ['server/store/sqlite/credentials.ts', 'AND (?2 IS NULL OR EXISTS', 'AND (?2 IS ?2 OR EXISTS'],
    [
      'recovered-at-once',
      'a passkey, or codes, that are handed in while the owner of the address recovers the account are not kept: addCredential',
    ],
  ),
  defence(
    'requiring a passkey signs all other devices out',
    [
      'server/sign-in/passkeys/require.ts',
      'await sessions.endOf(uid, { allBut: session });',
      'void session;',
    ],
    [
      'second-step-ways',
      'whoever was signed in by a guessed password is out once a passkey is required, and cannot turn that off',
    ],
  ),
];
