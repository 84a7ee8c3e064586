import { type Defence, guarded } from './defence.ts';

const EVENTS = 'server/auth/events/security-events.ts';
const WRITER = 'server/auth/events/activity-writer.ts';
const EVENTS_TEST = 'server/auth/events/security-events.test.ts';

/** Security events: what the log and the database hold of an account, and what a flood of them costs. */
export const eventDefences: readonly Defence[] = [
  guarded(
    'the log names an account by a keyed hash',
    [EVENTS, "createHmac('sha256', key).update(who).digest('base64url').slice(0, 16)", 'who'],
    [
      EVENTS_TEST,
      'each event is one line without names: its outcome, the keyed hash of the account, and the address',
    ],
  ),
  guarded(
    'a flood of refused requests is one line of the log a minute',
    [EVENTS, "if (outcome !== 'limited' && outcome !== 'refused') return 0;", 'if (outcome) return 0;'],
    [EVENTS_TEST, 'a flood of limited log-ins is one line a minute, with the number of those left out'],
  ),
  guarded(
    'a failed log-in writes nothing that tells if the e-mail has an account',
    [WRITER, 'this.#timer ??= setTimeout(() => void this.flush(), DELAY_MS).unref();', 'void this.flush();'],
    [
      EVENTS_TEST,
      'neither the reply to a failed log-in nor the database in that moment tells if the e-mail has an account',
    ],
  ),
  guarded(
    'a parent sees the activity of the own account alone',
    [
      'server/store/sqlite/auth/activity.ts',
      'FROM activity WHERE uid = ? AND expires_at > ?',
      'FROM activity WHERE length(?) > 0 AND expires_at > ?',
    ],
    [EVENTS_TEST, 'a parent sees what happened to the own account, and nobody else does'],
  ),
  guarded(
    'the log holds an IPv6 address only as its network',
    [
      'server/auth/limits/logged-address.ts',
      'return network === undefined ? group',
      'return network ? `${ip}` : network === undefined ? group',
    ],
    [
      'server/auth/events/fail2ban.test.ts',
      'the documented filter for fail2ban finds the addresses that fail, and no others',
    ],
  ),
];
