import type { DatabaseSync } from 'node:sqlite';
import { type Allowance, CLOCK_WAS_AHEAD, waitFor } from '../../rate-limit.ts';
import { query, write } from '../connection/connection.ts';

const FULL_AT = `iif(full_at > ?2 + ?4 + ${CLOCK_WAS_AHEAD}, 0, full_at)`;

/** Prepares counting attempts (the generic cell rate algorithm: one number an allowance). */
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
    attempt(key: string, now: number, allowance: Allowance): number {
      const { burst, everyMs } = allowance;
      if (count.get(key, now, everyMs, burst * everyMs)) return 0;
      return waitFor(find.get(key)?.fullAt ?? now, now, allowance);
    },
    forgiveAttempts: (key: string) => void remove(key),
  };
}
