import type { Id } from '#domain/ids.ts';
import type { NoticeId, NoticeResult } from '../../ports/notices.ts';
import { statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';
import { retryOnConflict } from '../connection/transaction.ts';

/** A notice's id is `household/about/number` in this adapter. */
type Key = [household: Id, about: Id, number: string];

export function keyOf(id: NoticeId): Key {
  const [household = '', about = '', number = ''] = String(id).split('/');
  return [household, about, number];
}

// The outcome of the tap remembers that a notice was sent; if it was purged, a row without an outcome does, from the last one on.
const sent = statement(
  'notice-sent',
  `WITH gone AS (
     DELETE FROM notices WHERE household = $1 AND about = $2 AND number = $3 RETURNING household, about
   )
   INSERT INTO outcomes AS o (household, op, recorded_at, notified) SELECT household, about, $4, TRUE FROM gone
   ON CONFLICT (household, op) DO UPDATE SET notified = TRUE, recorded_at =
     CASE WHEN o.version IS NULL AND o.outcome IS NULL THEN excluded.recorded_at ELSE o.recorded_at END`,
);
const drop = statement(
  'notice-dropped',
  'DELETE FROM notices WHERE household = $1 AND about = $2 AND number = $3',
);
const postpone = statement(
  'postpone-notice',
  'UPDATE notices SET taken = FALSE, due_at = $4 WHERE household = $1 AND about = $2 AND number = $3',
);
const dropReplaced = statement(
  'notice-replaced',
  `DELETE FROM notices WHERE household = $1 AND about = $2 AND number = $3 AND EXISTS
     (SELECT FROM notices e WHERE e.household = $1 AND e.about = $2 AND e.number > $3)`,
);
const lock = statement('lock-household-of-notice', 'SELECT FROM households WHERE id = $1 FOR UPDATE');

export async function settleNotice(
  connections: Connections,
  id: NoticeId,
  result: NoticeResult,
): Promise<void> {
  const key = keyOf(id);
  if (result === 'dropped') await connections.query(drop, ...key);
  else if ('retryAt' in result) await retryLater(connections, key, result.retryAt);
  // The deletion of its household may lock the two rows in the other order.
  else await retryOnConflict(() => connections.query(sent, ...key, Date.parse(result.sentAt)));
}

/** Locks the household, so that no undo comes between the two statements. */
function retryLater(connections: Connections, key: Key, retryAt: string): Promise<void> {
  const [household] = key;
  return connections.transaction(household, async (connection) => {
    await connection.query(lock, household);
    await connection.query(dropReplaced, ...key);
    await connection.query(postpone, ...key, retryAt);
  });
}
