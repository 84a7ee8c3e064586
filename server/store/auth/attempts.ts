import { MINUTE_MS } from '#domain/time.ts';
import type { RateLimit } from '../ports/accounts.ts';
import { type Database, sql } from '../shared/queries.ts';

/**
 * A limit used beyond its burst by more than this was counted before a clock was set back: it allows one
 * attempt, then counts as used up. Servers' clocks differ by less.
 */
const CLOCK_TOLERANCE_MS = MINUTE_MS;

const FULL_AT = `CASE WHEN attempts.full_at > $2 + $4 + ${CLOCK_TOLERANCE_MS} THEN $2 + $4 - $3 ELSE attempts.full_at END`;

const count = sql(`
  INSERT INTO attempts (key, full_at) VALUES ($1, $2::bigint + $3::bigint)
  ON CONFLICT (key) DO UPDATE SET full_at = greatest(${FULL_AT}, $2) + $3
    WHERE greatest(${FULL_AT}, $2) + $3 - $2 <= $4::bigint`);
const find = sql<{ fullAt: number }>('SELECT full_at AS "fullAt" FROM attempts WHERE key = $1');
const remove = sql('DELETE FROM attempts WHERE key = $1');

/** `fullAt`: ms since 1970, when the whole limit is available again. */
function waitFor(fullAt: number, now: number, { burst, interval }: RateLimit): number {
  return Math.max(1, fullAt + interval - now - burst * interval);
}

/**
 * Rate limits that survive a restart and are shared by all instances, by the generic cell rate algorithm: one
 * number for each limit.
 */
export function attemptCalls(database: Database) {
  return {
    /** 0 if allowed, else ms until a retry; a refused attempt does not count. `now`: ms since 1970. */
    attempt: (key: string, now: number, limit: RateLimit) =>
      database.write(async (queries) => {
        const { burst, interval } = limit;
        if ((await queries.run(count, key, now, interval, burst * interval)) > 0) return 0;
        return waitFor((await queries.one(find, key))?.fullAt ?? now, now, limit);
      }),
    resetAttempts: async (key: string) => void (await database.run(remove, key)),
  };
}
