import { type Defence, guarded } from './defence.ts';

const INVALID_REPLIES = 'server/auth/providers/invalid-replies.test.ts';
const STATE = 'server/auth/providers/state.test.ts';
const CONNECT = 'server/auth/providers/connect.test.ts';
const REAUTHENTICATION = 'server/auth/providers/reauthentication.test.ts';
const PENDING_SIGN_UP = 'server/auth/providers/pending-sign-up.test.ts';

/** Sign-in by another provider: answers that were tampered with, and takeover of an account by its e-mail. */
export const providerDefences: readonly Defence[] = [
  guarded(
    'providers: a trip ends in the browser that began it',
    ['server/auth/providers/authorization-flows.ts', ' || body.output.browser !== browser', ''],
    [STATE, 'a state from another browser is refused, and its own browser cannot use it any more either'],
  ),
  guarded(
    'providers: a state is used up',
    ['server/auth/providers/authorization-flows.ts', 'store.consumeOneTimeToken(', 'store.oneTimeToken('],
    [STATE, 'a state is accepted once'],
  ),
  guarded(
    'providers: a trip ends at the provider that it was to',
    ['server/auth/providers/callback.ts', 'finished && finished.flowContext.provider === id ?', 'finished ?'],
    [STATE, 'a callback is accepted only from the provider of its flow, within ten minutes, and by GET'],
  ),
  guarded(
    'providers: the nonce comes back',
    ['server/auth/providers/configured-providers.ts', 'google: { nonce: true', 'google: { nonce: false'],
    [INVALID_REPLIES, 'no nonce is refused, and nobody is signed in'],
  ),
  guarded(
    'providers: a code is of use to whoever asked for it alone (PKCE)',
    [
      'server/auth/providers/configured-providers.ts',
      'google: { nonce: true, pkce: true',
      'google: { nonce: true, pkce: false',
    ],
    [
      'server/auth/providers/start.test.ts',
      'a flow sets an HttpOnly cookie for ten minutes and sends a state, a nonce and a PKCE challenge',
    ],
  ),
  guarded(
    "providers: an identity token's signature is checked",
    ['server/auth/providers/open-id.ts', 'client.enableNonRepudiationChecks, ', ''],
    [INVALID_REPLIES, 'an altered token is refused, and nobody is signed in'],
  ),
  guarded(
    'providers: no account is entered by its e-mail',
    [
      'server/auth/providers/handle-callback.ts',
      'if (email !== undefined && (await context.store.accountByEmail(emailKey(email)))) return emailTaken();',
      "const same = await context.store.accountByEmail(emailKey(email ?? '')); if (same) return finishSignIn(context, same, request, reply, {}).then(() => signedInUrl(intent));",
    ],
    [
      'server/auth/providers/sign-in.test.ts',
      'a provider never signs in to an existing account by its e-mail, verified there or not: true',
    ],
  ),
  guarded(
    'providers: what nobody vouches for is asked for',
    ['server/auth/providers/handle-callback.ts', ' || !isVerified) {', ') {'],
    [INVALID_REPLIES, 'a missing name, and a missing or unverified e-mail, are asked for'],
  ),
  guarded(
    'providers: a verified e-mail vouches for no other',
    ['server/auth/providers/create-account.ts', ' && emailKey(email) === emailKey(chosen)', ''],
    [PENDING_SIGN_UP, 'an e-mail other than the one the provider verified is unverified'],
  ),
  guarded(
    'providers: connecting wants fresh proof',
    [
      'server/auth/providers/start.ts',
      '(await sessions.requireRecentAuthentication(request)).account.uid',
      '(await sessions.requireAccount(request)).uid',
    ],
    [CONNECT, 'connecting and disconnecting need re-authentication, by a provider only as the same person'],
  ),
  guarded(
    'providers: a service proves nothing beside a password',
    ['server/auth/sign-in-methods.ts', 'account?.passwordHash === null && account.', 'account?.'],
    [
      REAUTHENTICATION,
      'a provider does not re-authenticate an account with a password, so it cannot change the password',
    ],
  ),
  guarded(
    'providers: a service proves nothing beside a passkey',
    ['server/auth/sign-in-methods.ts', ' && passkeys.length === 0', ' && passkeys.length >= 0'],
    [
      REAUTHENTICATION,
      'a provider does not re-authenticate an account with a passkey, not even one added during the flow',
    ],
  ),
  guarded(
    "providers: the host's own service says when the person logged in there",
    ['server/auth/providers/open-id.ts', '...(checksLoginTime && { maxAge }),', ''],
    [REAUTHENTICATION, "the host's own provider is asked for a new log-in and has to report its time"],
  ),
  guarded(
    'providers: a trip to connect ends with the session that began it',
    [
      'server/auth/providers/handle-callback.ts',
      'uid !== null && (await sessionOf(sessions, uid, request))',
      "uid !== null && { session: undefined, account: { uid, household: '', email: '' } }",
    ],
    [CONNECT, 'a flow to connect a provider ends with the session that started it'],
  ),
  guarded(
    'providers: signing in by a service is no proof where there is a password',
    ['server/auth/sessions/sessions.ts', "kind !== 'provider'", "kind !== 'recovery-code'"],
    [
      'server/auth/providers/reauthentication.test.ts',
      'a provider sign-in is no recent authentication if the account has a password or a passkey',
    ],
  ),
  guarded(
    'providers: the last way in stays',
    ['server/auth/providers/disconnect.ts', 'keys, requireSignInMethodLeft)', 'keys)'],
    [CONNECT, 'the last sign-in method cannot be removed: no password, no passkey, no other provider'],
  ),
  guarded(
    'providers: whoever recovers by mail ends what an unverified account had connected',
    [
      'server/auth/endpoints/recover.ts',
      'emailVerifiedAt === null ? removedCredentials(keepsPasskey) : []',
      'emailVerifiedAt === undefined ? removedCredentials(keepsPasskey) : []',
    ],
    [
      'server/auth/providers/recovery.test.ts',
      'a recovery disconnects the providers of an account with an unverified e-mail',
    ],
  ),
  guarded(
    'open redirects: only paths of this app are come back to',
    ['domain/pages/own-path.ts', '(?![/\\\\])', ''],
    ['server/auth/providers/start.test.ts', 'the return path "//evil.example" is refused'],
  ),
];
