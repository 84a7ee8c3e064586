import type { Document, Visit } from '#domain/documents.ts';
import { visitorKey } from '#domain/draft.ts';
import type { Id } from '#domain/ids.ts';
import type { Path } from '#domain/paths.ts';
import { visitStart } from '#domain/visits/visit.ts';

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
