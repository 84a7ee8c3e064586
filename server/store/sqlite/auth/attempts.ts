import type { DatabaseSync } from 'node:sqlite';
import type { RateLimit } from '../../ports/attempts.ts';
import { CLOCK_TOLERANCE_MS, waitFor } from '../../rate-limit.ts';
import { query, write } from '../connection/connection.ts';

const FULL_AT = `iif(full_at > ?2 + ?4 + ${CLOCK_TOLERANCE_MS}, ?2 + ?4 - ?3, full_at)`;

/** Prepares the counting of attempts by the generic cell rate algorithm, with one number for each limit. */
export function attemptWriter(db: DatabaseSync) {
  const count = query<{ fullAt: number }>(
    db,
    `INSERT INTO attempts (key, full_at) VALUES (?1, ?2 + ?3)
     ON CONFLICT (key) DO UPDATE SET full_at = max(${FULL_AT}, ?2) + ?3 WHERE max(${FULL_AT}, ?2) + ?3 - ?2 <= ?4
     RETURNING full_at AS fullAt`,
  );
  const find = query<{ fullAt: number }>(db, 'SELECT full_at AS fullAt FROM attempts WHERE key = ?');
  const remove = write(db, 'DELETE FROM attempts WHERE key = ?');
  return {
    attempt(key: string, now: number, limit: RateLimit): number {
      const { burst, interval } = limit;
      if (count.get(key, now, interval, burst * interval)) return 0;
      return waitFor(find.get(key)?.fullAt ?? now, now, limit);
    },
    resetAttempts: (key: string) => void remove(key),
  };
}
