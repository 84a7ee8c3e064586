import { hash } from 'node:crypto';
import type { Document, Visit } from '#domain/documents.ts';
import { visitorKey } from '#domain/draft.ts';
import type { Id } from '#domain/ids.ts';
import type { Path } from '#domain/paths.ts';
import { visitStart } from '#domain/visits/visit.ts';
import type { Batch } from '../ports/households.ts';

const [ROOT, VISITS] = ['children/', '/visits/'];

export interface VisitColumns {
  visitor: Path;
  start: string;
  open: 0 | 1;
}

/** Cheaper than parsing the path. */
export function isVisitPath(path: Path): boolean {
  return path.includes(VISITS);
}

interface VisitKey {
  child: Id;
  id: Id;
}

export function visitKey(path: Path): VisitKey {
  const end = path.indexOf(VISITS);
  return { child: path.slice(ROOT.length, end), id: path.slice(end + VISITS.length) };
}

export function visitColumns(path: Path, document: Document): VisitColumns | undefined {
  if (!isVisitPath(path)) return undefined;
  const visit = document as Visit;
  const visitor = visitorKey({ path: path as Path<'visit'>, visit });
  return { visitor, start: visitStart(visit), open: visit.open ? 1 : 0 };
}

/** All columns but the household and the version; those of a tombstone but its key are null. */
export interface VisitRow extends VisitKey, Record<'visitor' | 'start' | 'body', string | null> {
  open: 0 | 1 | null;
}

export function visitRow(path: Path, visit?: Visit): VisitRow {
  const { visitor = null, start = null, open = null } = (visit && visitColumns(path, visit)) ?? {};
  return { ...visitKey(path), visitor, start, open, body: visit ? JSON.stringify(visit) : null };
}

interface NewLinkRow {
  hash: string;
  child: Id;
  visit: Id;
  madeAt: string;
}

/** A follower may answer without a link: a row that no secret opens leads retention to that answer. */
export function linkRows({ documents }: Pick<Batch, 'documents'>): NewLinkRow[] {
  return documents.flatMap(({ path, document }) => {
    const { links = [], answer } = (document && isVisitPath(path) && (document as Visit)) || {};
    if (links.length === 0 && !answer) return [];
    const { child, id: visit } = visitKey(path);
    if (links.length > 0 || !answer) return links.map(({ hash, madeAt }) => ({ hash, child, visit, madeAt }));
    const unopened = hash('sha256', `${path} ${answer.at}`, 'base64url');
    return [{ hash: unopened, child, visit, madeAt: answer.at }];
  });
}
