import { type Allowance, CLOCK_WAS_AHEAD, waitFor } from '../../rate-limit.ts';
import { statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';

const FULL_AT = `CASE WHEN attempts.full_at > $2 + $4 + ${CLOCK_WAS_AHEAD} THEN 0 ELSE attempts.full_at END`;

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
const remove = statement('forgive-attempts', 'DELETE FROM attempts WHERE key = $1');

/** The part of a store that counts attempts (the generic cell rate algorithm: one number an allowance). */
export function attemptsOn(connections: Connections) {
  return {
    async attempt(key: string, now: number, allowance: Allowance): Promise<number> {
      const { burst, everyMs } = allowance;
      const counted = await connections.query(count, key, now, everyMs, burst * everyMs);
      if (counted.length > 0) return 0;
      const [found] = await connections.query(find, key);
      return waitFor(found?.fullAt ?? now, now, allowance);
    },
    forgiveAttempts: async (key: string) => void (await connections.query(remove, key)),
  };
}
