import { type Defence, guarded } from './defence.ts';

/** Revocation: a changed password, a recovery and a required passkey end what was valid before, also under way. */
export const revocationDefences: readonly Defence[] = [
  guarded(
    'log-ins with the right password are limited too',
    [
      'server/auth/endpoints/log-in.ts',
      'await limits.countSuccess(stored.uid);',
      'void limits.countSuccess;',
    ],
    [
      'server/auth/core/limits/success-limit.test.ts',
      'log-ins with the right password are rate-limited too, also from a trusted browser',
    ],
  ),
  guarded(
    'a log-in is refused if the password changed while it was hashed',
    [
      'server/store/auth/sessions.ts',
      '($7::text IS NULL OR password_hash = $7)',
      "($7::text IS NULL OR password_hash <> '')",
    ],
    [
      'server/auth/concurrent-sign-in.test.ts',
      'a log-in is refused without a session if its password is changed meanwhile',
    ],
  ),
  guarded(
    'an old password does not reach the second factor',
    ['server/auth/core/pending-second-factor.ts', '?.passwordHash !== passwordHash', ' === undefined'],
    [
      'server/auth/concurrent-sign-in.test.ts',
      'a log-in does not reach the second factor if its password is changed meanwhile',
    ],
  ),
  guarded(
    'a log-in needs the passkey if it became required while the password was hashed',
    ['server/store/auth/sessions.ts', '($8 OR passkey_required_at IS NULL)', '$8 IS NOT NULL'],
    [
      'server/auth/concurrent-sign-in.test.ts',
      'a log-in is asked for the passkey and gets no session if the passkey becomes required meanwhile',
    ],
  ),
  guarded(
    'a rehash of the old password does not overwrite a new one',
    [
      'server/store/auth/accounts.ts',
      '($3::text IS NULL OR password_hash = $3)',
      '($3::text IS NULL OR password_hash IS NOT NULL)',
    ],
    [
      'server/auth/concurrent-sign-in.test.ts',
      'a new password is not overwritten by a log-in that rehashes the old one',
    ],
  ),
  guarded(
    'a session that ended while a password was hashed cannot set it',
    ['server/store/auth/account-changes.ts', ' || !(await isSessionOf(queries, uid, session))', ''],
    [
      'server/auth/concurrent-sign-in.test.ts',
      'a password change is refused if a recovery ends its session meanwhile',
    ],
  ),
  guarded(
    'password changes are rate-limited',
    [
      'server/auth/endpoints/change-password.ts',
      "await limits.count('change-password', accountKey(account.email), RATES.passwordChanges);",
      'void [limits, accountKey, CHANGES];',
    ],
    [
      'server/auth/endpoints/change-password.test.ts',
      'five password changes are allowed, then one a quarter of an hour, also if the account is recreated',
    ],
  ),
  guarded(
    'a change of e-mail in progress is cancelled by a password change',
    [
      'server/auth/endpoints/change-email.ts',
      'await sessions.requireSession(request).catch(',
      'await Promise.resolve().catch(',
    ],
    [
      'server/auth/endpoints/change-email.test.ts',
      'a change of e-mail requested during a password change is cancelled',
    ],
  ),
  guarded(
    'a recovery by link removes the passkeys of a pre-hijacked account',
    [
      'server/auth/endpoints/recover.ts',
      "leavesPasskey ? ['provider'] : CREDENTIAL_KINDS",
      "leavesPasskey ? ['provider'] : ['provider']",
    ],
    [
      'server/auth/endpoints/account-pre-hijacking.test.ts',
      'a pre-hijacked account loses its passkeys and recovery codes when the owner of the address recovers it',
    ],
  ),
  guarded(
    'a passkey can be required only with a verified e-mail',
    [
      'server/auth/passkeys/list.ts',
      'if (required && !wasRequired) await requireVerifiedEmail(context, uid);',
      'void requireVerifiedEmail;',
    ],
    [
      'server/auth/endpoints/account-pre-hijacking.test.ts',
      'a passkey cannot be required without a verified e-mail, so the owner of the address can recover the account',
    ],
  ),
  guarded(
    'a passkey or provider sign-in in progress is refused after a recovery removed the credential',
    ['server/store/auth/sessions.ts', 'AND ($9::text IS NULL OR EXISTS', 'AND (TRUE OR EXISTS'],
    [
      'server/auth/endpoints/concurrent-recovery.test.ts',
      'a passkey sign-in is refused if the owner of the address recovers the account meanwhile',
    ],
  ),
  guarded(
    'a second factor in progress is refused after a new password',
    ['server/store/auth/sessions.ts', 'AND ($11::text IS NULL OR EXISTS', 'AND (TRUE OR EXISTS'],
    [
      'server/auth/endpoints/concurrent-recovery.test.ts',
      'a second factor by recovery code is refused if the parent chooses a new password meanwhile',
    ],
  ),
  guarded(
    'a session that a recovery ended cannot add credentials',
    [
      'server/store/auth/credentials.ts',
      'return session === undefined || isSessionOf(queries, uid, session);',
      'return true;',
    ],
    [
      'server/auth/endpoints/concurrent-recovery.test.ts',
      'a passkey or recovery codes are not stored if the owner of the address recovers the account meanwhile: addCredential',
    ],
  ),
  guarded(
    'requiring a passkey signs all other devices out',
    [
      'server/auth/passkeys/list.ts',
      'await sessions.endSessionsOf(uid, { allBut: session });',
      'void session;',
    ],
    [
      'server/auth/passkeys/second-factor-bypass.test.ts',
      'requiring a passkey signs out all other sessions, which then cannot turn it off',
    ],
  ),
];
