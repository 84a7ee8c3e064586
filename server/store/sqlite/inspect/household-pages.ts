import type { DatabaseSync } from 'node:sqlite';
import type {
  InspectedDocument,
  InspectedHousehold,
  InspectedNotice,
} from '../../hosting/verify/inspector.ts';
import { LIMIT_GIVEN, type Query, query } from '../connection/connection.ts';

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
export function pagesOf(db: DatabaseSync) {
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
