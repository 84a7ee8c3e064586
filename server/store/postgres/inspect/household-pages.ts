import type { Client } from 'pg';
import type {
  InspectedDocument,
  InspectedHousehold,
  InspectedNotice,
} from '../../hosting/verify/inspector.ts';

const ROWS_PER_PAGE = 500;

const PEOPLE = `SELECT path AS key, path, version, body FROM documents
  WHERE household = $1 AND path > $2 AND strpos(path, '/visits/') = 0 ORDER BY path LIMIT $3`;
const VISITS = `SELECT path AS key, path, version, body, visitor, start, open FROM documents
  WHERE household = $1 AND path > $2 AND strpos(path, '/visits/') > 0 ORDER BY path LIMIT $3`;
const NOTICES = `SELECT number AS key, about, message FROM notices
  WHERE household = $1 AND number > $2 ORDER BY number LIMIT $3`;

const LINK = 'SELECT FROM visit_links WHERE hash = $1';

/** Reads all rows of a household but its outcomes, a page at a time. */
export function pagesOf(
  client: Client,
  household: string,
): Pick<InspectedHousehold, 'documents' | 'notices' | 'hasLinkRow'> {
  const paged = async function* <Row extends { key: string | number }>(sql: string, first: Row['key']) {
    let after: Row['key'] = first;
    while (true) {
      const { rows } = await client.query<Row>(sql, [household, after, ROWS_PER_PAGE]);
      if (rows.length > 0) yield rows;
      if (rows.length < ROWS_PER_PAGE) return;
      after = rows.at(-1)?.key ?? after;
    }
  };
  return {
    async *documents() {
      yield* paged<InspectedDocument & { key: string }>(PEOPLE, '');
      for await (const page of paged<VisitRow>(VISITS, '')) yield page.map(inspectedVisit);
    },
    hasLinkRow: async (hash) => (await client.query(LINK, [hash])).rows.length > 0,
    notices: () => paged<InspectedNotice & { key: number }>(NOTICES, 0),
  };
}

type VisitRow = Omit<InspectedDocument, 'visit'> & NonNullable<InspectedDocument['visit']> & { key: string };

function inspectedVisit({ visitor, start, open, ...row }: VisitRow): InspectedDocument {
  return { ...row, visit: { visitor, start, open } };
}
