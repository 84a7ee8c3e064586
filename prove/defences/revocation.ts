import { type Defence, guarded } from './defence.ts';

/** Revocation: a changed password, a recovery and a required passkey end what was valid before, also under way. */
export const revocationDefences: readonly Defence[] = [
  guarded(
    'whoever knows the password has it hashed only so often',
    [
      'server/auth/endpoints/log-in.ts',
      'await limits.countSuccess(stored.uid);',
      'void limits.countSuccess;',
    ],
    [
      'server/auth/limits/success-limit.test.ts',
      'whoever knows the password has it hashed only so often, also on a device that is known',
    ],
  ),
  guarded(
    'a former password that waited to be hashed opens nothing',
    [
      'server/store/sqlite/auth/sessions.ts',
      '(?7 IS NULL OR password_hash = ?7)',
      "(?7 IS NULL OR password_hash <> '')",
    ],
    [
      'server/auth/concurrent-sign-in.test.ts',
      'a log-in whose password is changed at the last moment is wrong, and begins no session',
    ],
  ),
  guarded(
    'nor does it come as far as the passkey',
    ['server/auth/pending-second-factor.ts', '?.passwordHash !== passwordHash', ' === undefined'],
    [
      'server/auth/concurrent-sign-in.test.ts',
      'nor does it come as far as the passkey, where one is required',
    ],
  ),
  guarded(
    'a password that waited while a passkey was required opens nothing alone',
    ['server/store/sqlite/auth/sessions.ts', '(?8 OR passkey_required_at IS NULL)', '?8 IS NOT NULL'],
    [
      'server/auth/concurrent-sign-in.test.ts',
      'a log-in while a passkey is being required is asked for it, and begins no session',
    ],
  ),
  guarded(
    'nor does it take the place of the other, when it is hashed anew',
    [
      'server/store/sqlite/auth/accounts.ts',
      '(?3 IS NULL OR password_hash = ?3)',
      '(?3 IS NULL OR password_hash IS NOT NULL)',
    ],
    [
      'server/auth/concurrent-sign-in.test.ts',
      'a password that is chosen while the former is hashed anew, as others are by now, stays',
    ],
  ),
  guarded(
    'a session that ended while a password was hashed sets none',
    ['server/store/sqlite/auth/account-changes.ts', 'isActive.get(session, uid) ?', 'isActive ?'],
    [
      'server/auth/concurrent-sign-in.test.ts',
      'a session that a recovery ends while it changes the password changes nothing',
    ],
  ),
  guarded(
    'changes of the password are counted',
    [
      'server/auth/endpoints/change-password.ts',
      "await limits.count('change-password', accountKey(account.email), CHANGES);",
      'void [limits, accountKey, CHANGES];',
    ],
    [
      'server/auth/endpoints/change-password.test.ts',
      'five changes are taken, then one a quarter of an hour, also after the account was made anew',
    ],
  ),
  guarded(
    'a change of e-mail that is just being asked for ends with the password',
    [
      'server/auth/endpoints/change-email.ts',
      'await sessions.requireSession(request).catch(',
      'await Promise.resolve().catch(',
    ],
    [
      'server/auth/endpoints/change-email.test.ts',
      'a change that is asked for while another password is chosen is called off',
    ],
  ),
  guarded(
    'a recovery by link ends the passkeys of whoever opened the account in the name of somebody else',
    ['server/auth/endpoints/recover.ts', "['provider', 'passkey', 'recovery-code']", "['provider']"],
    [
      'server/auth/endpoints/account-pre-hijacking.test.ts',
      'whoever opened an account in the name of somebody else has no passkey and no code once its owner recovers it',
    ],
  ),
  guarded(
    'who has not shown that the e-mail is theirs requires no passkey, which no mail would skip',
    [
      'server/auth/passkeys/require-passkey.ts',
      'if (required && !wasRequired) await requireVerifiedEmail(context, uid);',
      'void requireVerifiedEmail;',
    ],
    [
      'server/auth/endpoints/account-pre-hijacking.test.ts',
      'whoever has not shown that the e-mail is theirs cannot require a passkey, so its owner recovers the account',
    ],
  ),
  guarded(
    'a passkey or a service that a recovery took away opens nothing, however far it had come',
    ['server/store/sqlite/auth/sessions.ts', 'AND (?9 IS NULL OR EXISTS', 'AND (?9 IS ?9 OR EXISTS'],
    [
      'server/auth/endpoints/concurrent-recovery.test.ts',
      'a passkey that is just signing in opens nothing once the owner of the address has recovered the account',
    ],
  ),
  guarded(
    'nor does a second step',
    ['server/store/sqlite/auth/sessions.ts', 'AND (?11 IS NULL OR EXISTS', 'AND (?11 IS ?11 OR EXISTS'],
    [
      'server/auth/endpoints/concurrent-recovery.test.ts',
      'nor does a second step that is just being taken, by a code',
    ],
  ),
  guarded(
    'nor is one kept that is handed in by a session which the recovery ended',
    ['server/store/sqlite/auth/credentials.ts', 'AND (?2 IS NULL OR EXISTS', 'AND (?2 IS ?2 OR EXISTS'],
    [
      'server/auth/endpoints/concurrent-recovery.test.ts',
      'a passkey, or codes, that are handed in while the owner of the address recovers the account are not kept: addCredential',
    ],
  ),
  guarded(
    'requiring a passkey signs all other devices out',
    [
      'server/auth/passkeys/require-passkey.ts',
      'await sessions.endSessionsOf(uid, { allBut: session });',
      'void session;',
    ],
    [
      'server/auth/passkeys/second-factor-bypass.test.ts',
      'whoever was signed in by a guessed password is out once a passkey is required, and cannot turn that off',
    ],
  ),
];
