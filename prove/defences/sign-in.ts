import { type Defence, guarded } from './defence.ts';

const SESSIONS = 'server/auth/core/sessions/sessions.ts';
const FIND_SESSION = 'server/auth/core/sessions/find-session.ts';
const LIMITS = 'server/auth/core/limits/limits.ts';

const BY_PASSWORD = 'server/auth/endpoints/log-in.ts';
const REGISTER_TEST = 'server/auth/endpoints/register.test.ts';

/** Sign-in: session lifetime and fixation, rate limits, and bounds on password hashing. */
export const signInDefences: readonly Defence[] = [
  guarded(
    'a registration with a taken e-mail signs in only with the password of that account',
    [BY_PASSWORD, '!stored?.passwordHash || !matches', '!stored?.passwordHash || (matches && false)'],
    [REGISTER_TEST, 'a taken e-mail with another password signs nobody in, also from the same form'],
  ),
  guarded(
    'only the form that opened an account can send its registration again',
    [
      'server/auth/endpoints/register.ts',
      'if (!opened) throw await takenOrRefused(context, registration);',
      'void opened;',
    ],
    [REGISTER_TEST, 'a taken e-mail is refused to every other form, also with the right password'],
  ),
  guarded(
    'passwords tried by registering are limited',
    [
      BY_PASSWORD,
      'await limits.countAttempt(reply.request, accountKey(email), trustedBrowser);',
      '(void accountKey(email), void trustedBrowser, []);',
    ],
    [REGISTER_TEST, 'passwords tried by registering count towards the limit of log-ins at that account'],
  ),
  guarded(
    'a session ends 180 days after it began',
    [
      FIND_SESSION,
      'Math.min(started + LIFETIMES.session, seen + LIFETIMES.unseenSession)',
      'seen + LIFETIMES.unseenSession',
    ],
    [
      'server/auth/core/sessions/sessions.test.ts',
      'a session ends 180 days after it began, however much it is used',
    ],
  ),
  guarded(
    'a session ends 60 days after its last use',
    [
      FIND_SESSION,
      'Math.min(started + LIFETIMES.session, seen + LIFETIMES.unseenSession)',
      'started + LIFETIMES.session',
    ],
    ['server/auth/core/sessions/sessions.test.ts', 'a session that nobody uses for 60 days ends'],
  ),
  guarded(
    'a session in use is marked as seen once an hour, not at each request',
    [FIND_SESSION, 'Date.parse(found.seenAt) + SEEN_EVERY_MS <= at', 'Date.parse(found.seenAt) <= at'],
    [
      'server/auth/core/sessions/sessions.test.ts',
      'a session in use is marked as seen once an hour, and a failed mark does not fail the request',
    ],
  ),
  guarded(
    'signing in ends the old session of the browser',
    [SESSIONS, "await endByHash(former, 'session-over');", 'void endByHash;'],
    [
      'server/auth/core/sessions/fixation.test.ts',
      "an attacker's own session planted in a browser ends when the victim signs in there",
    ],
  ),
  guarded(
    'signing in issues a new token instead of a planted one',
    [SESSIONS, 'const token = newSecret();', 'const token = cookie.read(request) ?? newSecret();'],
    [
      'server/auth/core/sessions/fixation.test.ts',
      'a token that was planted before the sign-in never becomes a session',
    ],
  ),
  guarded(
    'an authentication is recent for ten minutes',
    [FIND_SESSION, "if (!isRecent) throw new CallError('reauthentication-needed');", 'void isRecent;'],
    [
      'server/auth/endpoints/change-password.test.ts',
      'a password change needs re-authentication ten minutes after the last authentication',
    ],
  ),
  guarded(
    'a changed password signs all other devices out',
    [
      'server/store/auth/account-changes.ts',
      'return endOtherSessions(queries, uid, keep);',
      'return endOtherSessions(queries, String(keep), keep);',
    ],
    [
      'server/auth/endpoints/change-password.test.ts',
      'a changed password works at once, the old one does not, and all other devices are signed out',
    ],
  ),
  guarded(
    'an open stream ends with its session',
    [SESSIONS, '      notifyEnded(ended);\n', ''],
    [
      'server/auth/endpoints/devices.test.ts',
      'a device signed out by another one is refused at its next request, and its stream ends at once',
    ],
  ),
  guarded(
    'wrong passwords are limited for each account and address',
    [LIMITS, '      await takeAll(perSource);\n      const isUnder', '      const isUnder'],
    [
      'server/auth/core/limits/limits.test.ts',
      'ten wrong passwords are checked, then one a minute, and the answer says when to retry',
    ],
  ),
  guarded(
    'an account under attack has a lower limit for untrusted browsers',
    [LIMITS, 'if (isUnderAttack) await takeAll(underAttack);', 'void isUnderAttack;'],
    [
      'server/auth/core/limits/limits.test.ts',
      'an attack on an account from many addresses does not lock its owner out',
    ],
  ),
  guarded(
    'a trusted browser has its own rate limit',
    [LIMITS, 'if (trustedBrowser !== undefined) {', 'if (trustedBrowser === request.id) {'],
    [
      'server/auth/core/limits/limits.test.ts',
      'a trusted browser has its own rate limit, also at the address of an attack',
    ],
  ),
  guarded(
    'an address has a rate limit',
    [
      LIMITS,
      "takeAll(byAddress(request, 'address', '', perAddress))",
      'Promise.resolve(void [request, perAddress])',
    ],
    [
      'server/auth/core/limits/forged-address.test.ts',
      'without a trusted proxy a forged X-Forwarded-For does not evade the limit',
    ],
  ),
  guarded(
    'a forged X-Forwarded-For is ignored',
    ['server/app.ts', 'trustProxy: trustedProxies(config)', 'trustProxy: trustedProxies(config) || true'],
    [
      'server/auth/core/limits/forged-address.test.ts',
      'without a trusted proxy a forged X-Forwarded-For does not evade the limit',
    ],
  ),
  guarded(
    'rate limits store no e-mail and no address in clear',
    [LIMITS, 'return hashOf(`${kind} ${who}`);', 'return `${kind} ${who}`;'],
    [
      'server/auth/core/limits/forged-address.test.ts',
      'rate limits are stored under hashes, without e-mails and addresses in clear',
    ],
  ),
  guarded(
    'the queue for password hashing is limited',
    [
      'server/auth/core/passwords/hashing.ts',
      'if (this.#waiting.size >= this.#limits.queue) return reject(tooMany());',
      '',
    ],
    [
      'server/auth/core/passwords/hashing.test.ts',
      'passwords beyond the queue are refused at once with a retry time, and the others are hashed',
    ],
  ),
  guarded(
    'a hashing thread that ended gets no password',
    ['server/auth/core/passwords/hashing.ts', '      this.#idle.delete(worker);\n    });', '    });'],
    [
      'server/auth/core/passwords/hashing.test.ts',
      'a thread that ended while idle gets no password and is replaced',
    ],
  ),
];
