import type { DatabaseSync } from 'node:sqlite';
import type {
  InspectedDocument,
  InspectedHousehold,
  InspectedNotice,
  InspectedOutcome,
  StoreInspector,
} from '../../ports/inspector.ts';
import { LIMIT_GIVEN, openReader, type Query, query } from '../connection/connection.ts';
import { requirePresentSchema } from '../schema/migrations.ts';
import { fileFaults, rowFaults, schemaFaults } from './database-faults.ts';

/** Opens a database file for `verifyStore`. Throws CannotOpenStore if it is of another version. */
export function openSqliteInspector(file: string, options?: { isStill: boolean }): StoreInspector {
  const db = openReader(file, options);
  try {
    const damage = fileFaults(db);
    if (damage.length === 0) requirePresentSchema(db);
    const { tables, foreign } = damage.length > 0 ? { tables: damage, foreign: [] } : schemaFaults(db);
    // Rows in broken pages or other tables cannot be read.
    const isReadable = tables.length === 0;
    return {
      database: async () => [...tables, ...foreign, ...(isReadable ? rowFaults(db) : [])],
      households: isReadable ? householdsOf(db) : async function* () {},
      outcomes: isReadable ? outcomesOf(db) : async function* () {},
      close: async () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

type HouseholdRow = Pick<InspectedHousehold, 'id' | 'version' | 'floor' | 'sizes' | 'devices'> & {
  number: number;
};

/** Each household is read in a transaction of its own, so that the server's log does not grow for the length of the whole. */
function householdsOf(db: DatabaseSync) {
  const next = query<HouseholdRow>(
    db,
    // A household that is being deleted has no name any more (householdRemover).
    `SELECT id, number, version, floor, sizes, devices FROM households
     WHERE id > ? AND id NOT LIKE '~%' ORDER BY id LIMIT 1`,
  );
  const accounts = query<InspectedHousehold['accounts'][number]>(
    db,
    'SELECT uid, email, email_key AS emailKey FROM accounts WHERE household = ?',
  );
  const purges = query<{ path: string }>(db, 'SELECT path FROM purges WHERE household = ?');
  const pages = pagesOf(db);
  return async function* (): AsyncGenerator<InspectedHousehold> {
    let after = '';
    while (true) {
      db.exec('BEGIN');
      try {
        const row = next.get(after);
        if (!row) return;
        after = row.id;
        const left = purges.all(row.number).map(({ path }) => path);
        yield { ...row, accounts: accounts.all(row.id), purges: left, ...pages(row.number) };
      } finally {
        db.exec('COMMIT');
      }
    }
  };
}

const OUTCOMES_PER_PAGE = 500;

/** Outcomes lie by their ops, those of all households among each other; one without a household is a fault of its own. */
function outcomesOf(db: DatabaseSync) {
  const next = query<InspectedOutcome & { number: number }>(
    db,
    `SELECT o.household AS number, id AS household, h.version AS householdVersion, op, o.version, outcome
     FROM (SELECT * FROM outcomes WHERE (op, household) > (?, ?) ORDER BY op, household ${LIMIT_GIVEN}) AS o
     LEFT JOIN households h ON number = o.household`,
  );
  return async function* (): AsyncGenerator<InspectedOutcome[]> {
    let after = { op: '', number: 0 };
    for (;;) {
      const page = next.all(after.op, after.number, OUTCOMES_PER_PAGE);
      yield page.filter(({ household }) => household !== null);
      if (page.length < OUTCOMES_PER_PAGE) return;
      after = page.at(-1) ?? after;
    }
  };
}

const ROWS_PER_PAGE = 500;

interface DocumentRow {
  key: string | number;
  path: string;
  version: number;
  body: string | null;
}

interface VisitRow extends Omit<DocumentRow, 'key'> {
  number: number;
  visitor: string | null;
  start: string | null;
  open: number | null;
}

/** Prepares the reading of all rows of a household but its outcomes, a page at a time. */
function pagesOf(db: DatabaseSync) {
  const people = query<DocumentRow>(
    db,
    `SELECT path AS key, path, version, body FROM people WHERE household = ? AND path > ? ORDER BY path ${LIMIT_GIVEN}`,
  );
  const visits = query<VisitRow>(
    db,
    `SELECT number, path, version, body, visitor, start, open FROM visits INDEXED BY visits_by_version
     WHERE household = ? AND (version, number) > (?, ?) ORDER BY version, number ${LIMIT_GIVEN}`,
  );
  const notices = query<InspectedNotice & { key: number }>(
    db,
    `SELECT id AS key, about, message FROM notices WHERE household = ? AND id > ? ORDER BY id ${LIMIT_GIVEN}`,
  );
  const link = query(db, 'SELECT 1 FROM visit_links WHERE hash = ?');
  return (household: number): Pick<InspectedHousehold, 'documents' | 'notices' | 'hasLinkRow'> => ({
    async *documents() {
      yield* paged(people, household, '');
      let last = { version: 0, number: 0 };
      for (;;) {
        const page = visits.all(household, last.version, last.number, ROWS_PER_PAGE);
        if (page.length > 0) yield page.map(inspectedVisit);
        if (page.length < ROWS_PER_PAGE) return;
        last = page.at(-1) ?? last;
      }
    },
    hasLinkRow: async (hash) => link.get(hash) !== undefined,
    async *notices() {
      yield* paged(notices, household, 0);
    },
  });
}

function inspectedVisit(row: VisitRow) {
  const { visitor, start, open } = row;
  return {
    ...row,
    visit: { visitor, start, open: open === null ? null : open === 1 },
  } satisfies InspectedDocument;
}

/** Generates pages of rows in the order of their keys. */
function* paged<Row extends { key: string | number }>(
  rows: Query<Row>,
  household: number,
  first: Row['key'],
): Generator<Row[]> {
  let after: Row['key'] = first;
  while (true) {
    const page = rows.all(household, after, ROWS_PER_PAGE);
    if (page.length > 0) yield page;
    if (page.length < ROWS_PER_PAGE) return;
    after = page.at(-1)?.key ?? after;
  }
}
