import { type Defence, guarded } from './defence.ts';

const INVALID_REPLIES = 'server/auth/providers/invalid-replies.test.ts';
const STATE = 'server/auth/providers/state.test.ts';
const CONNECT = 'server/auth/providers/connect.test.ts';
const REAUTHENTICATION = 'server/auth/providers/reauthentication.test.ts';
const PENDING_SIGN_UP = 'server/auth/providers/pending-sign-up.test.ts';

/** Sign-in by another provider: answers that were tampered with, and takeover of an account by its e-mail. */
export const providerDefences: readonly Defence[] = [
  guarded(
    'providers: a flow ends in the browser that started it',
    ['server/auth/providers/authorization-flows.ts', ' || body.output.browser !== browser', ''],
    [STATE, 'a state from another browser is refused, and its own browser cannot use it any more either'],
  ),
  guarded(
    'providers: a state works once',
    ['server/auth/providers/authorization-flows.ts', 'store.consumeOneTimeToken(', 'store.oneTimeToken('],
    [STATE, 'a state is accepted once'],
  ),
  guarded(
    'providers: a flow ends at the provider it was started for',
    ['server/auth/providers/callback.ts', 'finished && finished.flowContext.provider === id ?', 'finished ?'],
    [STATE, 'a callback is accepted only from the provider of its flow, within ten minutes, and by GET'],
  ),
  guarded(
    'providers: the nonce of the token is checked',
    ['server/auth/providers/calls.ts', 'google: { nonce: true', 'google: { nonce: false'],
    [INVALID_REPLIES, 'no nonce is refused, and nobody is signed in'],
  ),
  guarded(
    'providers: a code is bound to its flow (PKCE)',
    [
      'server/auth/providers/calls.ts',
      'google: { nonce: true, pkce: true',
      'google: { nonce: true, pkce: false',
    ],
    [
      'server/auth/providers/start.test.ts',
      'a flow sets an HttpOnly cookie for ten minutes and sends a state, a nonce and a PKCE challenge',
    ],
  ),
  guarded(
    'providers: the signature of the identity token is checked',
    ['server/auth/providers/open-id.ts', 'client.enableNonRepudiationChecks, ', ''],
    [INVALID_REPLIES, 'an altered token is refused, and nobody is signed in'],
  ),
  guarded(
    'providers: no sign-in to an account by its e-mail',
    [
      [
        'server/auth/providers/sign-up.ts',
        "if (email !== undefined && (await context.store.accountByEmail(emailKey(email))))\n    return page('not-connected');",
        "const same = await context.store.accountByEmail(emailKey(email ?? '')); if (same) return same;",
      ],
      [
        'server/auth/providers/callback.ts',
        'finishSignIn(context, account, reply, { credential })',
        'finishSignIn(context, account, reply, {})',
      ],
    ],
    [
      'server/auth/providers/sign-in.test.ts',
      'a provider never signs in to an existing account by its e-mail, verified there or not: true',
    ],
  ),
  guarded(
    'providers: an unverified e-mail is asked for',
    ['server/auth/providers/sign-up.ts', ' || !isVerified) {', ') {'],
    [INVALID_REPLIES, 'a missing name, and a missing or unverified e-mail, are asked for'],
  ),
  guarded(
    'providers: email_verified applies to no other e-mail',
    ['server/auth/providers/sign-up.ts', ' && emailKey(email) === emailKey(chosen)', ''],
    [PENDING_SIGN_UP, 'an e-mail other than the one the provider verified is unverified'],
  ),
  guarded(
    'providers: connecting needs a recent authentication',
    [
      'server/auth/providers/start.ts',
      '(await sessions.requireRecentAuthentication(request)).account.uid',
      '(await sessions.requireAccount(request)).uid',
    ],
    [CONNECT, 'connecting and disconnecting need re-authentication, by a provider only as the same person'],
  ),
  guarded(
    'providers: no re-authentication if the account has a password',
    ['server/auth/core/sign-in-methods.ts', 'account?.passwordHash === null && account.', 'account?.'],
    [
      REAUTHENTICATION,
      'a provider does not re-authenticate an account with a password, so it cannot change the password',
    ],
  ),
  guarded(
    'providers: no re-authentication if the account has a passkey',
    ['server/auth/core/sign-in-methods.ts', ' && passkeys.length === 0', ' && passkeys.length >= 0'],
    [
      REAUTHENTICATION,
      'a provider does not re-authenticate an account with a passkey, not even one added during the flow',
    ],
  ),
  guarded(
    "providers: the host's own provider has to report the time of the log-in",
    ['server/auth/providers/open-id.ts', '...(checksLoginTime && { maxAge }),', ''],
    [REAUTHENTICATION, "the host's own provider is asked for a new log-in and has to report its time"],
  ),
  guarded(
    'providers: a flow to connect ends with the session that started it',
    [
      'server/auth/providers/callback.ts',
      'uid !== null && (await sessionOf(sessions, uid, request))',
      "uid !== null && { session: undefined, account: { uid, household: '', email: '' } }",
    ],
    [CONNECT, 'a flow to connect a provider ends with the session that started it'],
  ),
  guarded(
    'providers: signing in is no recent authentication if the account has a password',
    ['server/auth/core/sessions/sessions.ts', "kind !== 'provider'", "kind !== 'recovery-code'"],
    [
      'server/auth/providers/reauthentication.test.ts',
      'a provider sign-in is no recent authentication if the account has a password or a passkey',
    ],
  ),
  guarded(
    'providers: the last sign-in method stays',
    ['server/auth/endpoints/list-sign-in-methods.ts', 'keys, requireSignInMethodLeft)', 'keys)'],
    [CONNECT, 'the last sign-in method cannot be removed: no password, no passkey, no other provider'],
  ),
  guarded(
    'providers: a recovery by mail disconnects those of an unverified account',
    [
      'server/auth/endpoints/recover.ts',
      "leavesPasskey ? ['provider'] : CREDENTIAL_KINDS",
      "leavesPasskey ? ['provider'] : ['passkey', 'recovery-code']",
    ],
    [
      'server/auth/providers/recovery.test.ts',
      'a recovery disconnects the providers of an account with an unverified e-mail',
    ],
  ),
  guarded(
    'open redirects: the return path is a path of this app',
    ['domain/pages/pages.ts', '(?![/\\\\])', ''],
    ['server/auth/providers/start.test.ts', 'the return path "//evil.example" is refused'],
  ),
];
