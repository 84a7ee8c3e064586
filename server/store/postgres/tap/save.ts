import type { Visit } from '#domain/documents.ts';
import { noticesToSend, replacedTaps } from '../../households/notice-queue.ts';
import { saveBeside } from '../../households/saved-beside.ts';
import { outcomeColumns, withSequence } from '../../households/stored-rows.ts';
import { sql } from '../../shared/queries.ts';
import { isVisitPath, visitRow } from '../../sharing/visit-links.ts';
import { type Connection, queriesOf } from '../connection/connection.ts';
import type { Saved } from '../connection/query-batch.ts';

// Its own statement waits for a notice that is being taken; the next one sees it as sent.
const cancel = sql(`
   DELETE FROM notices n USING json_to_recordset($1) AS r (household bigint, about text)
   WHERE n.about = r.about AND n.household = r.household AND taken = 0`);

// 'taken-back' needs an earlier notice about the tap, which may have left a row without an outcome. Recording
// an op twice fails: its time must not be null. An UPDATE of joined rows may scan their tables.
const save = sql(`
   WITH raised AS (
     UPDATE households h SET version = s.version, devices = s.devices, sizes = coalesce(s.sizes, h.sizes)
     FROM json_to_recordset($1) AS s (household bigint, version bigint, devices text, sizes text)
     WHERE h.number = s.household
   ), recorded AS (
     INSERT INTO outcomes (household, op, recorded_at, version, outcome)
     SELECT * FROM json_to_recordset($2) AS o (household bigint, op text, "recordedAt" bigint, version bigint, outcome text)
     ON CONFLICT (op, household) DO UPDATE SET version = excluded.version, outcome = excluded.outcome,
       recorded_at = CASE WHEN outcomes.version IS NULL AND outcomes.outcome IS NULL THEN excluded.recorded_at END
   ), queued AS (
     INSERT INTO notices (household, about, kind, message, due_at)
     SELECT n.household, n.about, n.kind, n.message, n."dueAt"
     FROM json_to_recordset($3) AS n (household bigint, about text, kind text, message text, "dueAt" text)
     WHERE n.kind <> 'taken-back'
       OR EXISTS (SELECT FROM notices sent WHERE sent.about = n.about AND sent.household = n.household)
       OR EXISTS (SELECT FROM outcomes o WHERE o.op = n.about AND o.household = n.household AND notified = 1)
   ), persons AS (
     INSERT INTO people (household, path, version, body)
     SELECT * FROM json_to_recordset($4) AS p (household bigint, path text, version bigint, body text)
     ON CONFLICT (household, path) DO UPDATE SET version = excluded.version, body = excluded.body
   )
   INSERT INTO visits (household, child, id, start, visitor, version, open, body)
   SELECT * FROM json_to_recordset($5)
     AS v (household bigint, child text, id text, start text, visitor text, version bigint, open int, body text)
   ON CONFLICT (id, household, child) DO UPDATE SET version = excluded.version, open = excluded.open,
     start = excluded.start, visitor = excluded.visitor, body = excluded.body`);

const dateTombstones = sql(`
   INSERT INTO tombstone_times (household, version, removed_at)
   SELECT * FROM json_to_recordset($1) AS t (household bigint, version bigint, "removedAt" bigint)
   ON CONFLICT (household, version) DO UPDATE SET removed_at = excluded.removed_at`);

type Rows = object[];

function rowLists(): [Rows, Rows, Rows, Rows, Rows, Rows, Rows] {
  return [[], [], [], [], [], [], []];
}

/** Sent without waiting; after one fails PostgreSQL refuses the others. Throws the first error. */
export async function saveAll(connection: Connection, saved: readonly Saved[]): Promise<void> {
  const [households, outcomes, notices, people, visits, removals, replaced] = rowLists();
  for (const { row, batch } of saved) {
    const household = row.number;
    const { version, device, lastSequence } = batch;
    const recordedAt = Date.parse(batch.recordedAt);
    const devices = withSequence(row.devices, device, lastSequence);
    households.push({ household, version, devices, sizes: batch.sizes?.toString() });
    for (const { outcome } of batch.outcomes)
      outcomes.push({ household, op: outcome.op, recordedAt, ...outcomeColumns(outcome) });
    for (const about of replacedTaps(batch.notices)) replaced.push({ household, about });
    for (const { notice, dueAt } of noticesToSend(batch.notices)) {
      const { about, kind, ...message } = notice;
      notices.push({ household, about, kind, message: JSON.stringify(message), dueAt });
    }
    for (const { path, version: at, document } of batch.documents) {
      if (isVisitPath(path))
        visits.push({ household, version: at, ...visitRow(path, document as Visit | undefined) });
      else people.push({ household, path, version: at, body: document && JSON.stringify(document) });
    }
    if (batch.documents.some(({ document }) => !document))
      removals.push({ household, version, removedAt: recordedAt });
  }
  const beside = saved.map(({ row, batch }) => ({ household: row.number, batch }));
  const run = (statement: typeof save, ...rows: Rows[]) =>
    connection.query(statement, ...rows.map((of) => JSON.stringify(of)));
  const sent = await Promise.allSettled([
    ...(replaced.length > 0 ? [run(cancel, replaced)] : []),
    ...saveBeside(queriesOf(connection), beside),
    run(save, households, outcomes, notices, people, visits),
    ...(removals.length > 0 ? [run(dateTombstones, removals)] : []),
  ]);
  for (const one of sent) if (one.status === 'rejected') throw one.reason;
}
