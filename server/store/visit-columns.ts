import type { Document, Visit } from '#domain/documents.ts';
import { visitorKey } from '#domain/draft.ts';
import { type Path, parsePath } from '#domain/paths.ts';
import { visitStart } from '#domain/visits/visit-times.ts';

/** The indexed columns of a visit: the path of its visitor, its start, and true while it is open. */
export interface VisitColumns {
  visitor: Path;
  start: string;
  open: boolean;
}

/** True if a path of a document is that of a visit; cheaper than to parse it. */
export function isVisitPath(path: Path): boolean {
  return path.includes('/visits/');
}

/** Returns the indexed columns of a visit; undefined for every other document. */
export function visitColumns(path: Path, document: Document): VisitColumns | undefined {
  if (parsePath(path)?.kind !== 'visit') return undefined;
  const visit = document as Visit;
  const visitor = visitorKey({ path: path as Path<'visit'>, visit });
  return { visitor, start: visitStart(visit), open: visit.open };
}
