import type { Defence } from './defence.ts';

const SESSIONS = 'server/auth/sessions/sessions.ts';
const FIND_SESSION = 'server/auth/sessions/find-session.ts';
const LIMITS = 'server/auth/limits/limits.ts';

/** In: what is defended, what is taken away for it, and the test that then fails. */
export function defence(
  name: string,
  [file, from, to]: readonly [string, string, string],
  [guard, test]: readonly [string, string],
): Defence {
  return { name, patch: [{ file, from, to }], guard: { project: 'integration', file: guard, test } };
}

/** Sessions that end and cannot be planted, limits that nobody dodges, and passwords that are hashed within bounds. */
export const signInDefences: readonly Defence[] = [
  defence(
    'a session ends 180 days after it began',
    [FIND_SESSION, 'Math.min(begun + LONGEST_MS, seen + LONGEST_UNSEEN_MS)', 'seen + LONGEST_UNSEEN_MS'],
    [
      'server/auth/sessions/sessions.test.ts',
      'a session ends 180 days after it began, however much it is used',
    ],
  ),
  defence(
    'a session ends 60 days after it was last seen',
    [FIND_SESSION, 'Math.min(begun + LONGEST_MS, seen + LONGEST_UNSEEN_MS)', 'begun + LONGEST_MS'],
    ['server/auth/sessions/sessions.test.ts', 'a session that nobody uses for 60 days ends'],
  ),
  defence(
    'a session in use is marked once an hour, not at each request',
    [FIND_SESSION, 'Date.parse(found.seenAt) + SEEN_EVERY_MS <= at', 'Date.parse(found.seenAt) <= at'],
    [
      'server/auth/sessions/sessions.test.ts',
      'a session in use is marked as seen once an hour, and a request waits for no mark',
    ],
  ),
  defence(
    'signing in ends the session that came along',
    [SESSIONS, 'if (former !== undefined) await endByHash(former);', 'void [former, endByHash];'],
    [
      'server/auth/sessions/fixation.test.ts',
      "an attacker's own session that was planted ends when the victim signs in, and leads nowhere",
    ],
  ),
  defence(
    'signing in makes a new token, whatever was planted',
    [SESSIONS, 'const token = newSecret();', 'const token = cookie.read(request) ?? newSecret();'],
    [
      'server/auth/sessions/fixation.test.ts',
      'a token that was planted before the sign-in never becomes a session',
    ],
  ),
  defence(
    'a proof is old after ten minutes',
    [FIND_SESSION, "if (!isFresh) throw new CallError('proof-needed');", 'void isFresh;'],
    [
      'server/auth/endpoints/change-password.test.ts',
      'ten minutes after the sign-in the password is asked for first, and then holds for ten more',
    ],
  ),
  defence(
    'a changed password signs all other devices out',
    [
      'server/store/sqlite/auth/account-changes.ts',
      'return endSessionsOf(uid, { allBut: keep });',
      'return endSessionsOf(uid, { id: String(keep) });',
    ],
    [
      'server/auth/endpoints/change-password.test.ts',
      'a changed password holds at once, the former no longer, and all other devices are signed out',
    ],
  ),
  defence(
    'an open stream ends with its session',
    [SESSIONS, '      tellEnded(ended);\n', ''],
    [
      'server/auth/endpoints/devices.test.ts',
      'a device that is signed out is out at its next request, and its stream ends at once',
    ],
  ),
  defence(
    'wrong passwords are counted for an account and an address',
    [LIMITS, '      await takeAll(own);\n      const isUnder', '      const isUnder'],
    [
      'server/auth/limits/limits.test.ts',
      'ten wrong passwords are looked at, then one a minute, and the answer says when',
    ],
  ),
  defence(
    'an account under attack narrows what strangers get',
    [LIMITS, 'if (isUnderAttack) await takeAll(strange);', 'void isUnderAttack;'],
    [
      'server/auth/limits/limits.test.ts',
      'an attack on an account from many addresses locks its owner out nowhere',
    ],
  ),
  defence(
    'a known device has an allowance of its own',
    [LIMITS, 'if (knownDevice !== undefined) {', 'if (knownDevice === request.id) {'],
    [
      'server/auth/limits/limits.test.ts',
      'a device that signed in before has its own allowance, also at the address of the attack',
    ],
  ),
  defence(
    'an address has an allowance',
    [
      LIMITS,
      "takeAll(at(request, 'address', '', perAddress))",
      'Promise.resolve(void [request, perAddress])',
    ],
    [
      'server/auth/limits/forged-address.test.ts',
      'where no proxy is trusted a forged X-Forwarded-For dodges nothing',
    ],
  ),
  defence(
    'a forged X-Forwarded-For counts for nothing',
    ['server/app.ts', 'trustProxy: proxiesTrusted(config)', 'trustProxy: proxiesTrusted(config) || true'],
    [
      'server/auth/limits/forged-address.test.ts',
      'where no proxy is trusted a forged X-Forwarded-For dodges nothing',
    ],
  ),
  defence(
    'no e-mail and no address is stored in clear',
    [LIMITS, 'return hashOf(`${kind} ${who}`);', 'return `${kind} ${who}`;'],
    ['server/auth/limits/forged-address.test.ts', 'no e-mail and no address stands in the store in clear'],
  ),
  defence(
    'the queue before the hashing has an end',
    [
      'server/auth/passwords/hashing.ts',
      'if (this.#waiting.size >= this.#bounds.waiting) return reject(tooMany());',
      '',
    ],
    [
      'server/auth/passwords/hashing.test.ts',
      'what has no place in the queue is told at once to come again, and the others are hashed',
    ],
  ),
  defence(
    'a thread that ended is given no password to hash',
    ['server/auth/passwords/hashing.ts', '      this.#idle.delete(worker);\n    });', '    });'],
    [
      'server/auth/passwords/hashing.test.ts',
      'a thread that ends while it has nothing to do is given no password, and another takes its place',
    ],
  ),
];
