import { hash } from 'node:crypto';
import type { StoredVisit } from '#domain/command.ts';
import type { Document, Visit } from '#domain/documents.ts';
import { visitorKey } from '#domain/draft.ts';
import type { Id } from '#domain/ids.ts';
import { withoutLinksBy } from '#domain/links/link-life.ts';
import type { Path } from '#domain/paths.ts';
import { visitStart } from '#domain/visits/visit.ts';
import type { Batch } from '../ports/store.ts';

const [ROOT, VISITS] = ['children/', '/visits/'];

/** The indexed columns of a visit: the path of its visitor, its start, and true while it is open. */
export interface VisitColumns {
  visitor: Path;
  start: string;
  open: boolean;
}

/** True if a path of a document is that of a visit; cheaper than to parse it. */
export function isVisitPath(path: Path): boolean {
  return path.includes(VISITS);
}

/** Returns the ids in the path of a visit. */
export function visitKey(path: Path): { child: Id; id: Id } {
  const end = path.indexOf(VISITS);
  return { child: path.slice(ROOT.length, end), id: path.slice(end + VISITS.length) };
}

/** Returns the indexed columns of a visit; undefined for every other document. */
export function visitColumns(path: Path, document: Document): VisitColumns | undefined {
  if (!isVisitPath(path)) return undefined;
  const visit = document as Visit;
  const visitor = visitorKey({ path: path as Path<'visit'>, visit });
  return { visitor, start: visitStart(visit), open: visit.open };
}

/** A link's row as it is saved. */
interface NewLinkRow {
  hash: string;
  path: Path;
  madeAt: string;
}

/**
 * Returns the rows of the links of the visits that a batch writes; of a tap on a visit without links there are none. A family that
 * follows may answer without a link: a row that no secret opens leads retention to its answer.
 */
export function linkRows({ documents }: Pick<Batch, 'documents'>): NewLinkRow[] {
  return documents.flatMap(({ path, document }) => {
    const { links = [], answer } = (document && isVisitPath(path) && (document as Visit)) || {};
    if (links.length > 0 || !answer) return links.map(({ hash, madeAt }) => ({ hash, path, madeAt }));
    return [{ hash: hash('sha256', `${path} ${answer.at}`, 'base64url'), path, madeAt: answer.at }];
  });
}

/**
 * Returns those of some visits of which an account made links, without them, and the hashes of these links, which lead nowhere
 * from then on: a replay after a restore may bring them back into the visits.
 */
export function endLinksBy(
  uid: Id,
  rows: readonly LinkedVisitRow[],
): { visits: StoredVisit[]; hashes: string[] } {
  const ended = rows
    .map(({ path, body }) => ({ path, former: JSON.parse(body) as Visit }))
    .map(({ path, former }) => ({ path, former, visit: withoutLinksBy(former, uid) }))
    .filter(({ former, visit }) => visit !== former);
  const hashes = ended.flatMap(({ former }) =>
    (former.links ?? []).filter(({ by }) => by === uid).map(({ hash }) => hash),
  );
  return { visits: ended.map(({ path, visit }) => ({ path, visit })), hashes };
}

/** A visit to which a link leads, as both adapters read it. */
export interface LinkedVisitRow {
  path: Path<'visit'>;
  body: string;
}
