import type { RateLimit } from '../../ports/attempts.ts';
import { CLOCK_TOLERANCE_MS, waitFor } from '../../rate-limit.ts';
import { statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';

const FULL_AT = `CASE WHEN attempts.full_at > $2 + $4 + ${CLOCK_TOLERANCE_MS} THEN $2 + $4 - $3 ELSE attempts.full_at END`;

const count = statement<{ fullAt: number }>(
  'attempt',
  `INSERT INTO attempts (key, full_at) VALUES ($1, $2::bigint + $3::bigint)
   ON CONFLICT (key) DO UPDATE SET full_at = greatest(${FULL_AT}, $2) + $3
     WHERE greatest(${FULL_AT}, $2) + $3 - $2 <= $4::bigint
   RETURNING full_at AS "fullAt"`,
);
const find = statement<{ fullAt: number }>(
  'attempts',
  'SELECT full_at AS "fullAt" FROM attempts WHERE key = $1',
);
const remove = statement('reset-attempts', 'DELETE FROM attempts WHERE key = $1');

/** The store's calls that count attempts by the generic cell rate algorithm, with one number for each limit. */
export function attemptCalls(connections: Connections) {
  return {
    async attempt(key: string, now: number, limit: RateLimit): Promise<number> {
      const { burst, interval } = limit;
      const counted = await connections.query(count, key, now, interval, burst * interval);
      if (counted.length > 0) return 0;
      const [found] = await connections.query(find, key);
      return waitFor(found?.fullAt ?? now, now, limit);
    },
    resetAttempts: async (key: string) => void (await connections.query(remove, key)),
  };
}
