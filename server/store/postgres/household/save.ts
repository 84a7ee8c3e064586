import { childPath } from '#domain/paths.ts';
import { alertRows, putAlerts } from '../../shared/alerts.ts';
import { sql } from '../../shared/queries.ts';
import { outcomeColumns, removedChildren } from '../../shared/rows.ts';
import { visitColumns } from '../../shared/visit-links.ts';
import type { Connection } from '../connection/connection.ts';
import type { Saved } from '../connection/shared-steps.ts';
import { addLinks } from './links.ts';
import { cancelReplaced, noticesToSend } from './notice-queue.ts';
import { saveRestoreLogs } from './restore-log.ts';

const removeBelow = sql(
  'INSERT INTO purges (household, path) SELECT household, path FROM json_to_recordset($1) AS r (household text, path text)',
);

// Those taken for sending too: the worker looks again just before it sends. Searched as text, because jsonb refuses \u0000.
const cancelBelow = sql(`
   DELETE FROM notices n USING json_to_recordset($1) AS r (household text, child text)
   WHERE n.household = r.household AND strpos(message, '"child":"' || r.child || '"') > 0`);

// A 'taken-back' notice is queued only if an earlier one about the same tap was sent or is being sent. A sent one may have left
// a row without an outcome; an op that has one is not recorded twice: its time must not be null.
const save = sql(`
   WITH saved AS MATERIALIZED (
     SELECT * FROM json_to_recordset($1)
       AS s (household text, version bigint, device text, "lastSequence" bigint, notices int, sizes text)
   ), raised AS (
     UPDATE households h SET version = s.version, last_notice = last_notice + s.notices,
       sizes = coalesce(s.sizes, h.sizes)
     FROM saved s WHERE h.id = s.household RETURNING h.id AS household, last_notice - s.notices AS former_notice
   ), counted AS (
     INSERT INTO devices (household, device, last_sequence) SELECT household, device, "lastSequence" FROM saved
     ON CONFLICT (household, device) DO UPDATE SET last_sequence = excluded.last_sequence
   ), recorded AS (
     INSERT INTO outcomes (household, op, recorded_at, version, outcome)
     SELECT * FROM json_to_recordset($2) AS o (household text, op text, "recordedAt" bigint, version bigint, outcome text)
     ON CONFLICT (household, op) DO UPDATE SET version = excluded.version, outcome = excluded.outcome,
       recorded_at = CASE WHEN outcomes.version IS NULL AND outcomes.outcome IS NULL THEN excluded.recorded_at END
   ), queued AS (
     INSERT INTO notices (household, about, number, kind, message, due_at)
     SELECT household, n.about, former_notice + n.place, n.kind, n.message, n."dueAt"
     FROM json_to_recordset($3)
       AS n (household text, place int, about text, kind text, message text, "dueAt" text) JOIN raised USING (household)
     WHERE n.kind <> 'taken-back'
       OR EXISTS (SELECT FROM notices gone WHERE gone.household = n.household AND gone.about = n.about)
       OR EXISTS (SELECT FROM outcomes o WHERE o.household = n.household AND o.op = n.about AND notified)
   )
   INSERT INTO documents (household, path, version, body, visitor, start, open)
   SELECT * FROM json_to_recordset($4)
     AS d (household text, path text, version bigint, body text, visitor text, start text, open boolean)
   ON CONFLICT (household, path) DO UPDATE SET version = excluded.version, body = excluded.body,
     visitor = excluded.visitor, start = excluded.start, open = excluded.open`);

/**
 * Writes all changes of one request to each locked household. The statements are sent without waiting for the ones before;
 * after one that fails, PostgreSQL refuses the others. Throws the error of the first one that failed.
 */
export async function saveAll(connection: Connection, saved: readonly Saved[]): Promise<void> {
  const rows = [
    saved.map(householdRow),
    saved.flatMap(outcomeRows),
    saved.flatMap(noticeRows),
    saved.flatMap(documentRows),
  ];
  const sent = await Promise.allSettled([
    removeSubtrees(connection, saved),
    cancelNotices(connection, saved),
    cancelReplaced(connection, saved),
    connection.query(save, ...rows.map((of) => JSON.stringify(of))),
    addLinks(connection, saved),
    saveRestoreLogs(connection, saved),
    saveAlerts(connection, saved),
  ]);
  for (const one of sent) if (one.status === 'rejected') throw one.reason;
}

/** Leaves what is below removed children to `purgeRemoved`: a family's taps share this transaction with others'. */
async function removeSubtrees(connection: Connection, saved: readonly Saved[]): Promise<void> {
  const removed = saved.flatMap(({ household, batch }) =>
    removedChildren(batch).map((child) => ({ household, path: childPath(child) })),
  );
  if (removed.length > 0) await connection.query(removeBelow, JSON.stringify(removed));
}

/** Removes the unsent notices about the visitors of removed children. */
async function cancelNotices(connection: Connection, saved: readonly Saved[]): Promise<void> {
  const removed = saved.flatMap(({ household, batch }) =>
    removedChildren(batch).map((child) => ({ household, child })),
  );
  if (removed.length > 0) await connection.query(cancelBelow, JSON.stringify(removed));
}

async function saveAlerts(connection: Connection, saved: readonly Saved[]): Promise<void> {
  const rows = saved.flatMap(({ household, batch }) =>
    alertRows(batch).map((row) => ({ household, ...row })),
  );
  if (rows.length > 0) await connection.query(putAlerts, JSON.stringify(rows));
}

function householdRow({ household, batch }: Saved) {
  const { version, device, lastSequence } = batch;
  const notices = noticesToSend(batch.notices).length;
  return { household, version, device, lastSequence, notices, sizes: batch.sizes?.toString() };
}

function outcomeRows({ household, batch: { outcomes, recordedAt } }: Saved) {
  const at = Date.parse(recordedAt);
  return outcomes.map(({ outcome: done }) => {
    const { version, outcome } = outcomeColumns(done);
    return { household, op: done.op, recordedAt: at, version, outcome };
  });
}

function noticeRows({ household, batch }: Saved) {
  return noticesToSend(batch.notices).map(({ notice, dueAt }, index) => ({
    household,
    place: index + 1,
    about: notice.about,
    kind: notice.kind,
    message: JSON.stringify(notice),
    dueAt,
  }));
}

function documentRows({ household, batch }: Saved) {
  return batch.documents.map(({ path, version, document }) => {
    // A tombstone counts as closed: it is neither somebody present nor a visit.
    if (!document) return { household, path, version, open: false };
    const { visitor, start, open } = visitColumns(path, document) ?? {};
    return { household, path, version, body: JSON.stringify(document), visitor, start, open };
  });
}
