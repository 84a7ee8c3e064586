import type { DatabaseSync } from 'node:sqlite';
import type { ReadSet } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';
import type { Path } from '#domain/paths.ts';
import type { Outcome } from '#domain/protocol/sync.ts';
import { transactionCalls } from '../../households/household-calls.ts';
import { LoadedDocuments, pathsToLoad, visitsToLoad } from '../../households/loaded-documents.ts';
import {
  type HouseholdRow,
  type OutcomeColumns,
  outcomeOf,
  syncStateOf,
  VISIT_PATH,
} from '../../households/stored-rows.ts';
import type { Transaction } from '../../ports/households.ts';
import type { LogRow } from '../../ports/retention.ts';
import { NoSuchHousehold } from '../../ports/store.ts';
import type { Queries } from '../../shared/queries.ts';
import { isVisitPath, visitKey } from '../../sharing/visit-links.ts';
import { statementsOf } from '../connection/connection.ts';
import { batchWriter } from './save.ts';

export function transactions(db: DatabaseSync, queries: Queries): (household: Id) => Transaction {
  const read = householdReader(db);
  const outcomesOf = outcomeReader(db);
  const load = loader(db);
  const save = batchWriter(db, queries);
  const readLog = restoreLogReader(db);
  return (household) => {
    let row: HouseholdRow | undefined;
    const locked = () => {
      row ??= read(household);
      if (!row) throw new NoSuchHousehold();
      return row;
    };
    return {
      async begin(device, ops) {
        return syncStateOf(locked(), device, outcomesOf(locked().number, ops));
      },
      load: async (reads) => load(locked().number, reads),
      restoreLog: async (children) => readLog(locked().number, children),
      ...transactionCalls(queries, household),
      async save(batch) {
        row = await save(locked(), batch);
      },
    };
  };
}

function householdReader(db: DatabaseSync): (household: Id) => HouseholdRow | undefined {
  const { rowQuery } = statementsOf(db);
  const row = rowQuery<[number, number, string, string]>(
    'SELECT number, version, devices, sizes FROM households WHERE id = ?',
  );
  return (id) => {
    const found = row(id);
    if (!found) return undefined;
    const [number, version, devices, sizes] = found;
    return { number, version, devices, sizes };
  };
}

function outcomeReader(db: DatabaseSync): (household: number, ops: readonly Id[]) => Map<Id, Outcome> {
  const { query } = statementsOf(db);
  const known = query<OutcomeColumns & { recorded_at: number }>(
    `SELECT version, outcome, recorded_at FROM outcomes WHERE household = ? AND op = ? AND (version IS NOT NULL OR outcome IS NOT NULL)`,
  );
  return (household, ops) => {
    const outcomes = new Map<Id, Outcome>();
    for (const op of ops) {
      const row = known.get(household, op);
      if (row) outcomes.set(op, outcomeOf(op, row, row.recorded_at));
    }
    return outcomes;
  };
}

function restoreLogReader(db: DatabaseSync): (household: number, children?: readonly Id[]) => LogRow[] {
  const { query } = statementsOf(db);
  const all = query<LogRow>('SELECT child, key, body FROM after_restore WHERE household = ?');
  const ofChild = query<LogRow>(
    'SELECT child, key, body FROM after_restore WHERE household = ? AND child = ?',
  );
  return (household, children) =>
    children ? children.flatMap((child) => ofChild.all(household, child)) : all.all(household);
}

function loader(db: DatabaseSync): (household: number, reads: readonly ReadSet[]) => LoadedDocuments {
  const { rowQuery } = statementsOf(db);
  const loadPeople = peopleLoader(db);
  const visitAt = rowQuery<[body: string | null]>(
    'SELECT body FROM visits WHERE id = ? AND household = ? AND child = ?',
  );
  const visitsAround = visitLoader(db);
  return (household, reads) => {
    const loaded = new LoadedDocuments();
    const people: Path[] = [];
    for (const path of pathsToLoad(reads)) {
      if (!isVisitPath(path)) {
        people.push(path);
        continue;
      }
      const { child, id } = visitKey(path);
      const found = visitAt(id, household, child);
      if (found) loaded.addDocument(path, found[0]);
    }
    loadPeople(household, people, loaded);
    for (const { visitor, times, limit } of visitsToLoad(reads)) {
      for (const { after, at, before } of times)
        loaded.addVisits(visitor, visitsAround(household, visitor, after, at, before, limit));
    }
    return loaded;
  };
}

/** One statement for several people costs less; a tap reads two or three. */
const PEOPLE_AT_ONCE = 4;

function peopleLoader(db: DatabaseSync) {
  const found = Array.from({ length: PEOPLE_AT_ONCE }, (_, last) => {
    const each = Array.from(
      { length: last + 1 },
      (_, index) => `SELECT ${index}, body FROM people WHERE household = ?1 AND path = ?${index + 2}`,
    );
    return statementsOf(db).columnsQuery<[index: number, body: string | null]>(each.join(' UNION ALL '));
  });
  return (household: number, paths: readonly Path[], loaded: LoadedDocuments): void => {
    for (let from = 0; from < paths.length; from += PEOPLE_AT_ONCE) {
      const wanted = paths.slice(from, from + PEOPLE_AT_ONCE);
      for (const [index, body] of found[wanted.length - 1]?.(household, ...wanted) ?? [])
        loaded.addDocument(paths[from + index] as Path, body);
    }
  };
}

/** `?2`: visitor; `?4`: a time between `?3` and `?5`; `?6`: most visits on each side. */
function visitLoader(db: DatabaseSync) {
  const nearest = (range: string, order: 'ASC' | 'DESC') =>
    `SELECT * FROM (SELECT ${VISIT_PATH}, body FROM visits INDEXED BY visits_by_visitor
      WHERE household = ?1 AND visitor = ?2 AND ${range} ORDER BY start ${order}, rowid ${order} LIMIT 0 + ?6)`;
  return statementsOf(db).columnsQuery<[path: Path, body: string | null]>(`
     SELECT ${VISIT_PATH}, body FROM visits INDEXED BY visits_open WHERE household = ?1 AND visitor = ?2 AND open = 1
     UNION ALL ${nearest('start > ?3 AND start <= ?4', 'DESC')}
     UNION ALL ${nearest('start > ?4 AND start <= ?5', 'ASC')}`);
}
