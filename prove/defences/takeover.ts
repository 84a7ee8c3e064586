import { type Defence, guarded } from './defence.ts';

const ENDPOINTS = 'server/auth/endpoints';
const CLAIM = `${ENDPOINTS}/claim-account.ts`;
const CHANGE = `${ENDPOINTS}/change-email.ts`;
const METHODS = `${ENDPOINTS}/planted-methods.test.ts`;
const RECOVERY_CODE = `${ENDPOINTS}/recovery-code.test.ts`;
const RACES = `${ENDPOINTS}/concurrent-claim.test.ts`;
const NOTICES = 'server/auth/mail/sign-in-methods-mail.test.ts';

const CLAIMED =
  'the owner of an address who verifies it by a new password ends every planted session and sign-in method';
const OLDER =
  'a recovery ends the sign-in methods from before the verification, unless the parent keeps them';

/** Takeover: a planted sign-in method, and a changed address. */
export const takeoverDefences: readonly Defence[] = [
  guarded(
    'takeover: a verification link needs a session of its account',
    [
      `${ENDPOINTS}/verify-email.ts`,
      'await requireSessionOf(sessions, found.uid, request);',
      'void [requireSessionOf, sessions];',
    ],
    [METHODS, 'a verification link verifies nothing without a session of its account, and stays valid'],
  ),
  guarded(
    'takeover: a claim ends planted passkeys',
    [CLAIM, 'removes: { kinds: CREDENTIAL_KINDS }', "removes: { kinds: ['provider'] }"],
    [METHODS, CLAIMED],
  ),
  guarded(
    'takeover: a claim ends planted services',
    [CLAIM, 'removes: { kinds: CREDENTIAL_KINDS }', "removes: { kinds: ['passkey', 'recovery-code'] }"],
    [METHODS, CLAIMED],
  ),
  guarded(
    'takeover: a claim ends the planted password and sessions',
    [CLAIM, 'password: newPassword(passwordHash),', ''],
    [METHODS, CLAIMED],
  ),
  guarded(
    'takeover: a claim ends a planted passkey requirement',
    [CLAIM, 'withoutPasskey: true,', ''],
    [
      METHODS,
      'a planted passkey requirement ends too, so that it locks the owner of the address out of nothing',
    ],
  ),
  guarded(
    'takeover: only an account that was never verified is claimed',
    [CLAIM, ' && account.emailVerifiedAt === null', ''],
    [METHODS, 'a verified account cannot be claimed by an older mail'],
  ),
  guarded(
    'takeover: a sign-in in progress is refused after a claim',
    [
      'server/store/auth/sessions.ts',
      'AND ($9::text IS NULL OR EXISTS (SELECT 1 FROM credentials',
      'AND (TRUE OR EXISTS (SELECT 1 FROM credentials',
    ],
    [RACES, 'a sign-in by passkey in progress is refused if the owner of the address verifies it meanwhile'],
  ),
  guarded(
    'takeover: a passkey in the making is refused after a claim',
    [
      'server/store/auth/credentials.ts',
      'return session === undefined || isSessionOf(queries, uid, session);',
      'return true;',
    ],
    [
      RACES,
      'what a session was adding is refused if the owner of the address verifies it meanwhile: addCredential',
    ],
  ),
  guarded(
    'takeover: a change of address needs a session of its account',
    [CHANGE, 'await requireSessionOf(sessions, found.uid, request);', 'void [requireSessionOf, sessions];'],
    [
      `${ENDPOINTS}/planted-change.test.ts`,
      'a link to a new address changes nothing without a session of the account, and leaves the address free',
    ],
  ),
  guarded(
    'takeover: a code works in its own account only',
    [
      'server/auth/mail/one-time-links.ts',
      'hashOf(`${kind} ${of} ${code}`)',
      'hashOf(`${kind} ${of && code}`)',
    ],
    [METHODS, 'the code of the mail verifies within a session of the account, and in no other one'],
  ),
  guarded(
    'takeover: a recovery code works on the device that asked for it only',
    [
      'server/auth/mail/one-time-links.ts',
      'hashOf(`${kind} ${of} ${code}`)',
      'hashOf(`${kind} ${of && code}`)',
    ],
    [RECOVERY_CODE, 'a code recovers its own account and no other one'],
  ),
  guarded(
    'takeover: guessing recovery codes is limited',
    [
      'server/auth/mail/one-time-links.ts',
      "await limits.count('recovery-code', request, RATES.mailedCodes);",
      'void [limits, GUESSES];',
    ],
    [RECOVERY_CODE, 'guessing a recovery code is limited, also where there is no account'],
  ),
  guarded(
    'takeover: a recovery code expires',
    [
      'server/auth/mail/one-time-links.ts',
      'isoTime(now() + KINDS[kind].lifetimeMs)',
      'isoTime(now() + 100 * KINDS[kind].lifetimeMs)',
    ],
    [RECOVERY_CODE, 'a recovery code expires after an hour, and a request without a secret gets none'],
  ),
  guarded(
    'takeover: guessing codes is limited',
    [
      `${ENDPOINTS}/confirm-code.ts`,
      "await limits.count('email-code', uid, RATES.mailedCodes);",
      'void [limits, GUESSES];',
    ],
    [METHODS, 'guessing the code of a mail is limited'],
  ),
  guarded(
    'takeover: a recovery ends older sign-in methods by default',
    [`${ENDPOINTS}/recoverable-methods.ts`, ': !endsUnlessKept);', ': !endsUnlessKept || endsUnlessKept);'],
    [METHODS, OLDER],
  ),
  guarded(
    'takeover: a recovery ends what is not kept',
    ['server/store/auth/account-changes.ts', 'if (removes) await', 'if (removes && !removes) await'],
    [METHODS, OLDER],
  ),
  guarded(
    'mails: a passkey that is taken away is told',
    [
      'server/auth/passkeys/list.ts',
      "mail.sendNotice('passkeyRemoved', account, reply);",
      'void [mail, account, reply];',
    ],
    [NOTICES, 'every change of the sign-in methods is mailed, in words of its own if it takes one away'],
  ),
  guarded(
    'recovery codes: one sign-in uses up one',
    [
      'server/store/auth/sessions.ts',
      'if (isOpened && pendingSecondFactor !== undefined)',
      'if (!isOpened && pendingSecondFactor !== undefined)',
    ],
    [
      'server/auth/passkeys/second-factor.test.ts',
      'of several recovery codes at once in one sign-in, one is used up',
    ],
  ),
];
