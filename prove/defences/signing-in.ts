import type { Defence } from './defence.ts';

const SESSIONS = 'server/sign-in/sessions.ts';
const LIFE = 'server/sign-in/session-life.ts';
const LIMITS = 'server/sign-in/limits.ts';

/** In: what is defended, what is taken away for it, and the test that then fails. */
export function defence(
  name: string,
  [file, from, to]: readonly [string, string, string],
  [guard, test]: readonly [string, string],
): Defence {
  const place = `server/sign-in/${guard}.test.ts`;
  return { name, patch: [{ file, from, to }], guard: { project: 'integration', file: place, test } };
}

/** Sessions that end and cannot be planted, limits that nobody dodges, and passwords that are hashed within bounds. */
export const signInDefences: readonly Defence[] = [
  defence(
    'a session ends 180 days after it began',
    [LIFE, 'Math.min(begun + LONGEST_MS, seen + LONGEST_UNSEEN_MS)', 'seen + LONGEST_UNSEEN_MS'],
    ['sessions', 'a session ends 180 days after it began, however much it is used'],
  ),
  defence(
    'a session ends 60 days after it was last seen',
    [LIFE, 'Math.min(begun + LONGEST_MS, seen + LONGEST_UNSEEN_MS)', 'begun + LONGEST_MS'],
    ['sessions', 'a session that nobody uses for 60 days ends'],
  ),
  defence(
    'a session in use is marked once an hour, not at each request',
    [LIFE, 'Date.parse(found.seenAt) + SEEN_EVERY_MS <= at', 'Date.parse(found.seenAt) <= at'],
    ['sessions', 'a session in use is marked as seen once an hour, and a request waits for no mark'],
  ),
  defence(
    'signing in ends the session that came along',
    [SESSIONS, 'if (former !== undefined) await endByHash(former);', 'void [former, endByHash];'],
    [
      'fixation',
      "an attacker's own session that was planted ends when the victim signs in, and leads nowhere",
    ],
  ),
  defence(
    'signing in makes a new token, whatever was planted',
    [SESSIONS, 'const token = newSecret();', 'const token = cookie.read(request) ?? newSecret();'],
    ['fixation', 'a token that was planted before the sign-in never becomes a session'],
  ),
  defence(
    'a proof is old after ten minutes',
    [
      'server/sign-in/session-behind.ts',
      "if (!isFresh) throw new CallError('proof-needed');",
      'void isFresh;',
    ],
    [
      'change-password',
      'ten minutes after the sign-in the password is asked for first, and then holds for ten more',
    ],
  ),
  defence(
    'a changed password signs all other devices out',
    [
      'server/store/sqlite/account-changes.ts',
      'return endSessionsOf(uid, { allBut: keep });',
      'return endSessionsOf(uid, { id: String(keep) });',
    ],
    [
      'change-password',
      'a changed password holds at once, the former no longer, and all other devices are signed out',
    ],
  ),
  defence(
    'an open stream ends with its session',
    [SESSIONS, '      tellEnded(ended);\n', ''],
    ['devices', 'a device that is signed out is out at its next request, and its stream ends at once'],
  ),
  defence(
    'wrong passwords are counted for an account and an address',
    [LIMITS, '      await takeAll(own);\n      const isUnder', '      const isUnder'],
    ['limits', 'ten wrong passwords are looked at, then one a minute, and the answer says when'],
  ),
  defence(
    'an account under attack narrows what strangers get',
    [LIMITS, 'if (isUnderAttack) await takeAll(strange);', 'void isUnderAttack;'],
    ['limits', 'an attack on an account from many addresses locks its owner out nowhere'],
  ),
  defence(
    'a known device has an allowance of its own',
    [LIMITS, 'if (knownDevice !== undefined) {', 'if (knownDevice === request.id) {'],
    ['limits', 'a device that signed in before has its own allowance, also at the address of the attack'],
  ),
  defence(
    'an address has an allowance',
    [
      LIMITS,
      "takeAll(at(request, 'address', '', perAddress))",
      'Promise.resolve(void [request, perAddress])',
    ],
    ['forged-address', 'where no proxy is trusted a forged X-Forwarded-For dodges nothing'],
  ),
  defence(
    'a forged X-Forwarded-For counts for nothing',
    ['server/app.ts', 'trustProxy: proxiesTrusted(config)', 'trustProxy: proxiesTrusted(config) || true'],
    ['forged-address', 'where no proxy is trusted a forged X-Forwarded-For dodges nothing'],
  ),
  defence(
    'no e-mail and no address is stored in clear',
    [LIMITS, 'return hashOf(`${kind} ${who}`);', 'return `${kind} ${who}`;'],
    ['forged-address', 'no e-mail and no address stands in the store in clear'],
  ),
  defence(
    'the queue before the hashing has an end',
    [
      'server/sign-in/hashing.ts',
      'if (this.#waiting.size >= this.#bounds.waiting) return reject(tooMany());',
      '',
    ],
    ['hashing', 'what has no place in the queue is told at once to come again, and the others are hashed'],
  ),
  defence(
    'a thread that ended is given no password to hash',
    ['server/sign-in/hashing.ts', '      this.#idle.delete(worker);\n    });', '    });'],
    [
      'hashing',
      'a thread that ends while it has nothing to do is given no password, and another takes its place',
    ],
  ),
];
