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
    [STATE, 'a state of another browser is good for nobody, not even for its own any longer'],
  ),
  guarded(
    'providers: a state is used up',
    ['server/auth/providers/authorization-flows.ts', 'store.consumeOneTimeToken(', 'store.oneTimeToken('],
    [STATE, 'a state is good once'],
  ),
  guarded(
    'providers: a trip ends at the provider that it was to',
    ['server/auth/providers/callback.ts', 'finished && finished.flowContext.provider === id ?', 'finished ?'],
    [STATE, 'a trip ends at the provider that it was to, within ten minutes, and by a GET alone'],
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
      'what stands in the ticket and the cookies: hashes there, secrets that no script reads here, ten minutes',
    ],
  ),
  guarded(
    "providers: an identity token's signature is checked",
    ['server/auth/providers/open-id.ts', 'client.enableNonRepudiationChecks, ', ''],
    [INVALID_REPLIES, 'a token that somebody changed is refused, and nobody is signed in'],
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
      'an e-mail that has an account is never entered through a provider, verified there or not: true',
    ],
  ),
  guarded(
    'providers: what nobody vouches for is asked for',
    ['server/auth/providers/handle-callback.ts', ' || !isVerified) {', ') {'],
    [
      INVALID_REPLIES,
      'what the provider does not say is not made up, and an e-mail it does not vouch for is asked for',
    ],
  ),
  guarded(
    'providers: a verified e-mail vouches for no other',
    ['server/auth/providers/create-account.ts', ' && emailKey(email) === emailKey(chosen)', ''],
    [PENDING_SIGN_UP, 'another e-mail than the provider vouches for is unverified'],
  ),
  guarded(
    'providers: connecting wants fresh proof',
    [
      'server/auth/providers/start.ts',
      '(await sessions.requireRecentAuthentication(request)).account.uid',
      '(await sessions.requireAccount(request)).uid',
    ],
    [
      CONNECT,
      'connecting and disconnecting want fresh proof; a service gives it where there is nothing else and it is the same person',
    ],
  ),
  guarded(
    'providers: a service proves nothing beside a password',
    ['server/auth/sign-in-methods.ts', 'account?.passwordHash === null && account.', 'account?.'],
    [REAUTHENTICATION, 'a service proves nothing where there is a password, so it does not change that'],
  ),
  guarded(
    'providers: a service proves nothing beside a passkey',
    ['server/auth/sign-in-methods.ts', ' && passkeys.length === 0', ' && passkeys.length >= 0'],
    [
      REAUTHENTICATION,
      'a service proves nothing where there is a passkey, also one that came during the trip',
    ],
  ),
  guarded(
    "providers: the host's own service says when the person logged in there",
    ['server/auth/providers/open-id.ts', '...(checksLoginTime && { maxAge }),', ''],
    [REAUTHENTICATION, "the host's own service is asked for a new log-in, and must say that it came"],
  ),
  guarded(
    'providers: a trip to connect ends with the session that began it',
    [
      'server/auth/providers/handle-callback.ts',
      'uid !== null && (await sessionOf(sessions, uid, request))',
      "uid !== null && { session: undefined, account: { uid, household: '', email: '' } }",
    ],
    [CONNECT, 'a trip to connect ends with the session that began it'],
  ),
  guarded(
    'providers: signing in by a service is no proof where there is a password',
    ['server/auth/sessions/sessions.ts', "kind !== 'provider'", "kind !== 'recovery-code'"],
    [
      'server/auth/providers/reauthentication.test.ts',
      'nor is signing in by it such a proof, where there is a password or a passkey',
    ],
  ),
  guarded(
    'providers: the last way in stays',
    ['server/auth/providers/disconnect.ts', 'keys, requireSignInMethodLeft)', 'keys)'],
    [CONNECT, 'the last way in stays: no password, no passkey, no other service'],
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
      'who opened an account in the name of an e-mail of somebody else has no way in once its owner recovers it',
    ],
  ),
  guarded(
    'open redirects: only paths of this app are come back to',
    ['domain/pages/own-path.ts', '(?![/\\\\])', ''],
    ['server/auth/providers/start.test.ts', 'the place "//evil.example" is none to come back to'],
  ),
];
