import type { Defence } from './defence.ts';

const SIGN_IN = { project: 'integration', file: 'server/auth/passkeys/passkeys.test.ts' } as const;
const SECOND_STEP = { project: 'integration', file: 'server/auth/passkeys/second-factor.test.ts' } as const;
const WAYS = { project: 'integration', file: 'server/auth/passkeys/second-factor-bypass.test.ts' } as const;
const LIST = { project: 'integration', file: 'server/auth/passkeys/passkey-list.test.ts' } as const;

/** Passkeys: verification, challenges, recovery codes, and the pending second factor. */
export const passkeyDefences: readonly Defence[] = [
  {
    name: 'second step: a mailed link does not skip the passkey',
    patch: [
      {
        file: 'server/auth/finish-sign-in.ts',
        from: 'const started = (await requiresPasskey())',
        to: 'const started = context === undefined',
      },
      {
        file: 'server/store/sqlite/auth/sessions.ts',
        from: '(?8 OR passkey_required_at IS NULL)',
        to: '?8 IS NOT NULL',
      },
    ],
    guard: { ...WAYS, test: 'a mailed link sets the password, and the passkey is still asked for' },
  },
  {
    name: 'second step: after five tries the ticket ends',
    patch: [
      {
        file: 'server/auth/pending-second-factor.ts',
        from: 'if ((await store.attempt(`second-step:${found.hash}`, now(), ATTEMPTS)) === 0) return found;',
        to: 'if (now() > 0) return found;',
      },
    ],
    guard: {
      ...SECOND_STEP,
      test: 'after five tries the first step is taken anew, and the owner is not locked out by it',
    },
  },
  {
    name: 'second step: the passkey belongs to the account that waits',
    patch: [{ file: 'server/auth/passkeys/verify.ts', from: 'uid === owner && ', to: '' }],
    guard: { ...SECOND_STEP, test: "another household's passkey or code does not take the second step" },
  },
  {
    name: 'recovery codes: each is used up by the first who shows it',
    patch: [
      {
        file: 'server/auth/passkeys/recovery-codes.ts',
        from: "await store.removeCredentials(uid, 'recovery-code', [keyOf(uid, code)]);",
        to: "(await store.credential('recovery-code', keyOf(uid, code))) !== undefined;",
      },
    ],
    guard: { ...SECOND_STEP, test: 'of many that use one code at the same time one gets in' },
  },
  {
    name: 'passkey challenges: each is used up by its first answer',
    patch: [
      {
        file: 'server/auth/passkeys/challenges.ts',
        from: "store.consumeOneTimeToken('passkey-challenge'",
        to: "store.oneTimeToken('passkey-challenge'",
      },
    ],
    guard: {
      ...SIGN_IN,
      test: 'an answer is taken once: replayed, by another browser, or after five minutes it is too late',
    },
  },
  {
    name: 'passkey challenges: one that was given for one thing answers no other',
    patch: [
      {
        file: 'server/auth/passkeys/challenges.ts',
        from: 'if (issued?.name !== name || issued.boundTo !== boundTo)',
        to: 'if (!issued || name === boundTo)',
      },
    ],
    guard: { ...SIGN_IN, test: 'a challenge that was given for one thing answers no other' },
  },
  {
    name: 'passkey counters: of two copies one signs in',
    patch: [
      {
        file: 'server/store/sqlite/auth/credentials.ts',
        from: 'WHERE kind = ? AND key = ? AND body = ?',
        to: 'WHERE kind = ? AND key = ? AND ? IS NOT NULL',
      },
    ],
    guard: {
      ...SIGN_IN,
      test: 'of two copies of one passkey that sign in at the same time with the same count, one does',
    },
  },
  {
    name: 'passkeys: the user is verified, by finger, face or PIN',
    patch: [
      {
        file: 'server/auth/passkeys/verify.ts',
        from: 'requireUserVerification: true',
        to: 'requireUserVerification: false',
      },
    ],
    guard: {
      ...SIGN_IN,
      test: 'a sign-in with no finger, face or PIN is refused, and a good one still goes through',
    },
  },
  {
    name: 'passkeys: what changes them needs a fresh proof',
    patch: [
      {
        file: 'server/auth/passkeys/recovery-codes.ts',
        from: 'sessions.requireRecentAuthentication(request)',
        to: 'sessions.requireSession(request)',
      },
    ],
    guard: {
      ...LIST,
      test: 'a passkey proves anew that the account is theirs, where the proof is older than ten minutes',
    },
  },
  {
    name: 'passkeys: twenty are the most, whenever they were asked for',
    patch: [
      { file: 'server/auth/passkeys/add.ts', from: '{ session, max: MAX_PASSKEYS }', to: '{ session }' },
    ],
    guard: { ...LIST, test: 'no more than twenty are kept, however many a browser was asked to make before' },
  },
  {
    name: 'passkeys: the last one stays while it is required',
    patch: [
      {
        file: 'server/auth/passkeys/remove.ts',
        from: "if (left.passkeyRequiredAt !== null && left.passkeys === 0) throw new CallError('passkey-needed');",
        to: '',
      },
    ],
    guard: {
      ...SECOND_STEP,
      test: 'a passkey is required only where there is one, and codes for when it is lost',
    },
  },
  {
    name: 'passkeys: of two that are removed at once the last one stays',
    patch: [
      {
        file: 'server/auth/passkeys/remove.ts',
        from: "(await store.removeCredentials(uid, 'passkey', [id], refuseLast))",
        to: "(await listPasskeys(store, uid).then(({ passkeys, required }) => refuseLast({ passwordHash: null, passkeyRequiredAt: required ? '' : null, passkeys: passkeys.length - 1, providers: 0 })), await store.removeCredentials(uid, 'passkey', [id]))",
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/auth/endpoints/last-sign-in-method.test.ts',
      test: 'of two devices that each remove one of the last two passkeys at once, one does: required, or the only ways in',
    },
  },
];
