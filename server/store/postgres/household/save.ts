import type { Id } from '#domain/ids.ts';
import { subtreeRange } from '#domain/paths.ts';
import type { Batch } from '../../ports/households.ts';
import { removedChildren } from '../../removed-children.ts';
import { visitColumns } from '../../visit-columns.ts';
import { type Cell, columns } from '../connection/columns.ts';
import { type Connection, statement } from '../connection/connection.ts';
import { cancelReplaced, noticesToSend } from './notice-queue.ts';

const removeBelow = statement(
  'remove-below',
  `DELETE FROM documents d USING unnest($2::text[], $3::text[]) AS removed (first, after)
   WHERE d.household = $1 AND d.path >= removed.first AND d.path < removed.after`,
);

// Those taken for sending too: the worker looks again just before it sends.
const cancelBelow = statement(
  'cancel-notices-of-children',
  `DELETE FROM notices WHERE household = $1 AND sent_at IS NULL AND message::jsonb ->> 'child' = ANY ($2)`,
);

// A 'taken-back' notice is queued only if an earlier one about the same tap was sent or is being sent.
const saveAll = statement(
  'save',
  `WITH raised AS (
     UPDATE households SET version = $2, last_notice = last_notice + cardinality($9::text[]) WHERE id = $1
     RETURNING last_notice - cardinality($9::text[]) AS former_notice
   ), counted AS (
     INSERT INTO devices (household, device, last_sequence) VALUES ($1, $3, $4)
     ON CONFLICT (household, device) DO UPDATE SET last_sequence = excluded.last_sequence
   ), recorded AS (
     INSERT INTO outcomes (household, op, device, sequence, outcome, recorded_at)
     SELECT $1, o.op, $3, o.sequence, o.outcome, $5
     FROM unnest($6::text[], $7::bigint[], $8::text[]) AS o (op, sequence, outcome)
   ), queued AS (
     INSERT INTO notices (household, number, about, kind, message, due_at)
     SELECT $1, raised.former_notice + n.place, n.about, n.kind, n.message, n.due_at
     FROM raised, unnest($9::text[], $10::text[], $11::text[], $12::text[])
       WITH ORDINALITY AS n (about, kind, message, due_at, place)
     WHERE n.kind <> 'taken-back'
       OR EXISTS (SELECT FROM notices gone WHERE gone.household = $1 AND gone.about = n.about)
   )
   INSERT INTO documents (household, path, version, body, visitor, start, open)
   SELECT $1, d.* FROM unnest($13::text[], $14::bigint[], $15::text[], $16::text[], $17::text[], $18::boolean[]) AS d
   ON CONFLICT (household, path) DO UPDATE SET version = excluded.version, body = excluded.body,
     visitor = excluded.visitor, start = excluded.start, open = excluded.open`,
);

/** Writes all changes of one request to its locked household. */
export async function save(connection: Connection, household: Id, batch: Batch): Promise<void> {
  const { version, device, lastSequence, documents, outcomes, recordedAt } = batch;
  const removed = documents
    .filter(({ document }) => document === undefined)
    .map(({ path }) => subtreeRange(path));
  if (removed.length > 0) {
    await connection.query(removeBelow, household, ...columns(removed, ({ from, to }) => [from, to], 2));
  }
  const children = removedChildren(batch);
  if (children.length > 0) await connection.query(cancelBelow, household, children);
  await cancelReplaced(connection, household, batch.notices);
  const notices = noticesToSend(batch.notices);
  await connection.query(
    saveAll,
    household,
    version,
    device,
    lastSequence,
    recordedAt,
    ...columns(outcomes, ({ outcome, sequence }) => [outcome.op, sequence, JSON.stringify(outcome)], 3),
    ...columns(notices, ({ notice, dueAt }) => [notice.about, notice.kind, JSON.stringify(notice), dueAt], 4),
    ...columns(documents, documentRow, 6),
  );
}

function documentRow({ path, version, document }: Batch['documents'][number]): Cell[] {
  // A tombstone counts as closed: it is neither somebody present nor a visit.
  if (!document) return [path, version, null, null, null, false];
  const { visitor = null, start = null, open = null } = visitColumns(path, document) ?? {};
  return [path, version, JSON.stringify(document), visitor, start, open];
}
