import type { Defence } from './defence.ts';

const SIGN_IN = { project: 'integration', file: 'server/auth/passkeys/passkeys.test.ts' } as const;
const SECOND_STEP = { project: 'integration', file: 'server/auth/passkeys/second-factor.test.ts' } as const;
const WAYS = { project: 'integration', file: 'server/auth/passkeys/second-factor-bypass.test.ts' } as const;
const LIST = { project: 'integration', file: 'server/auth/passkeys/passkey-list.test.ts' } as const;

/** Passkeys: verification, challenges, recovery codes, and the pending second factor. */
export const passkeyDefences: readonly Defence[] = [
  {
    name: 'second factor: a recovery link does not skip it',
    patch: [
      {
        file: 'server/auth/core/finish-sign-in.ts',
        from: 'const started = (await requiresPasskey())',
        to: 'const started = context === undefined',
      },
      {
        file: 'server/store/auth/sessions.ts',
        from: '($8 OR passkey_required_at IS NULL)',
        to: '$8 IS NOT NULL',
      },
    ],
    guard: { ...WAYS, test: 'a recovery link sets the password but does not skip the required passkey' },
  },
  {
    name: 'second factor: ends after five attempts',
    patch: [
      {
        file: 'server/auth/core/pending-second-factor.ts',
        from: 'if ((await store.attempt(`second-step:${found.hash}`, now(), RATES.secondFactors)) === 0) return found;',
        to: 'if (now() > 0) return found;',
      },
    ],
    guard: {
      ...SECOND_STEP,
      test: 'a pending second factor ends after five attempts, and the owner can start again',
    },
  },
  {
    name: 'second factor: the passkey belongs to the same account',
    patch: [{ file: 'server/auth/passkeys/verify.ts', from: 'uid === owner && ', to: '' }],
    guard: { ...SECOND_STEP, test: 'a passkey or code of another household is refused as second factor' },
  },
  {
    name: 'recovery codes: each works once',
    patch: [
      {
        file: 'server/store/auth/sessions.ts',
        from: "isOpened && kind === 'recovery-code'",
        to: "!isOpened && kind === 'recovery-code'",
      },
    ],
    guard: { ...SECOND_STEP, test: 'of concurrent uses of one recovery code, one succeeds' },
  },
  {
    name: 'passkey challenges: each works once',
    patch: [
      {
        file: 'server/auth/passkeys/challenges.ts',
        from: "store.consumeOneTimeToken('passkey-challenge'",
        to: "store.oneTimeToken('passkey-challenge'",
      },
    ],
    guard: {
      ...SIGN_IN,
      test: 'a passkey response is accepted once, from the same browser, within five minutes',
    },
  },
  {
    name: 'passkey challenges: each is valid for its purpose only',
    patch: [
      {
        file: 'server/auth/passkeys/challenges.ts',
        from: 'if (issued?.name !== name || issued.boundTo !== boundTo)',
        to: 'if (!issued || name === boundTo)',
      },
    ],
    guard: { ...SIGN_IN, test: 'a challenge issued for one purpose is refused for another' },
  },
  {
    name: 'passkey counters: of two concurrent copies one signs in',
    patch: [
      {
        file: 'server/store/auth/credentials.ts',
        from: 'WHERE kind = $1 AND key = $2 AND body = $3',
        to: 'WHERE kind = $1 AND key = $2 AND $3 IS NOT NULL',
      },
    ],
    guard: {
      ...SIGN_IN,
      test: 'if two copies of a passkey sign in at the same time with the same counter, one succeeds',
    },
  },
  {
    name: 'passkey counters: a copy of a key of one device is refused, also one that calls itself synced',
    patch: [
      {
        file: 'server/auth/passkeys/verify.ts',
        from: '!(synced && canSync)',
        to: '!synced',
      },
    ],
    guard: {
      ...SIGN_IN,
      test: 'a signature counter that does not rise is refused as a copy, unless it always stays at zero',
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
    name: 'passkeys: changing them needs a recent authentication',
    patch: [
      {
        file: 'server/auth/passkeys/recovery-codes.ts',
        from: 'sessions.requireRecentAuthentication(request)',
        to: 'sessions.requireSession(request)',
      },
    ],
    guard: {
      ...LIST,
      test: 'changing passkeys needs re-authentication after ten minutes, which a passkey can give',
    },
  },
  {
    name: 'passkeys: at most twenty, also by concurrent additions',
    patch: [
      { file: 'server/auth/passkeys/add.ts', from: '{ session, max: MAX_PASSKEYS }', to: '{ session }' },
    ],
    guard: {
      ...LIST,
      test: 'no more than twenty passkeys are stored, however many creations were started before',
    },
  },
  {
    name: 'passkeys: the last one cannot be removed while it is required',
    patch: [
      {
        file: 'server/auth/passkeys/list.ts',
        from: "if (left.passkeyRequiredAt !== null && left.passkeys === 0) throw new CallError('passkey-needed');",
        to: '',
      },
    ],
    guard: {
      ...SECOND_STEP,
      test: 'a passkey can be required only with recovery codes, and the last one cannot be removed then',
    },
  },
  {
    name: 'passkeys: the last one stays, also with concurrent removals',
    patch: [
      {
        file: 'server/auth/passkeys/list.ts',
        from: "(await store.removeCredentials(uid, 'passkey', [id], refuseLast))",
        to: "(await listPasskeys(store, uid).then(({ passkeys, required }) => refuseLast({ passwordHash: null, passkeyRequiredAt: required ? '' : null, passkeys: passkeys.length - 1, providers: 0 })), await store.removeCredentials(uid, 'passkey', [id]))",
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/auth/endpoints/last-sign-in-method.test.ts',
      test: 'of concurrent removals of the last two passkeys, one is refused (required, or without a password)',
    },
  },
];
