import * as v from 'valibot';
import { type Document, documentSchemas, type Friend, type Guest, type Visit } from '#domain/documents.ts';
import { HouseholdSizes } from '#domain/household-sizes.ts';
import { childOf, documentId, isWithin, type Kind, type Path, parsePath } from '#domain/paths.ts';
import { VISIT_PATH } from '../households/stored-rows.ts';
import { type BatchReader, sql } from '../shared/queries.ts';
import { visitColumns } from '../sharing/visit-links.ts';

interface DocumentRow {
  path: string;
  version: number;
  /** JSON; null for a tombstone. */
  body: string | null;
  visitor?: string | null;
  start?: string | null;
  open?: number | null;
}

// A child comes before what belongs to it.
const people = sql<DocumentRow>('SELECT path, version, body FROM people WHERE household = $1 ORDER BY path');
const visits = sql<DocumentRow>(
  `SELECT ${VISIT_PATH} AS path, version, body, visitor, start, open FROM visits /*+ INDEXED BY visits_by_version */
   WHERE household = $1`,
);
/** Removed children whose rows wait for the purge. */
const purgesOf = sql<{ path: string }>('SELECT path FROM purges WHERE household = $1');
const linkRows = sql<{ hash: string }>('SELECT hash FROM visit_links WHERE hash = ANY ($1)');

export type ReportFault = (what: string, path?: string) => void;

export interface CountedDocuments {
  sizes: HouseholdSizes;
  profiles: Map<string, string>;
}

interface Seen extends CountedDocuments {
  children: Set<string>;
  /** The open visit that a visitor names, by the visitor's path. */
  named: Map<string, string | undefined>;
  open: Map<string, string>;
  links: { path: string; hash: string }[];
}

/** One page in memory at a time. */
export async function verifyDocuments(
  inspector: BatchReader,
  { number, version }: { number: number; version: number },
  report: ReportFault,
): Promise<CountedDocuments> {
  const seen: Seen = {
    children: new Set(),
    named: new Map(),
    open: new Map(),
    profiles: new Map(),
    sizes: new HouseholdSizes(),
    links: [],
  };
  const purges = await inspector.all(purgesOf, number);
  for (const rows of [people, visits])
    for await (const page of inspector.batches(rows, number)) {
      for (const row of page) {
        const isLeft = purges.some(({ path }) => row.path !== path && isWithin(row.path, path));
        if (!isLeft) verifyRow(row, version, seen, (what) => report(what, row.path));
      }
      await verifyLinks(inspector, seen.links.splice(0), report);
    }
  verifyPresence(seen, report);
  return seen;
}

/** The row may be another visit's: giving a hash twice has no effect. */
async function verifyLinks(inspector: BatchReader, links: Seen['links'], report: ReportFault): Promise<void> {
  if (links.length === 0) return;
  const hashes = links.map(({ hash }) => hash);
  const known = new Set((await inspector.all(linkRows, hashes)).map(({ hash }) => hash));
  for (const { path, hash } of links)
    if (!known.has(hash)) report('has a link that opens nothing and is never forgotten', path);
}

function verifyRow(row: DocumentRow, version: number, seen: Seen, report: (what: string) => void): void {
  const parts = parsePath(row.path);
  if (!parts) return void report('is no path of a document');
  if (row.version < 1 || row.version > version)
    report(`has version ${row.version}, and its household is at ${version}`);
  if (row.body === null) return;
  const document = documentIn(row.body, parts.kind, report);
  if (!document) return;
  const path = row.path as Path;
  if (parts.kind === 'child') seen.children.add(path);
  else if (parts.child !== undefined && !seen.children.has(childOf(path))) report('belongs to no child');
  seen.sizes.count(path, undefined, document);
  if (parts.kind === 'profile') seen.profiles.set(parts.id, (document as { email: string }).email);
  if (parts.kind === 'friend' || parts.kind === 'guest') {
    const { status, openVisit } = document as Friend | Guest;
    if ((status === 'in') !== (openVisit !== undefined))
      report(`is ${status} and names ${openVisit === undefined ? 'no' : 'an'} open visit`);
    seen.named.set(path, openVisit);
  }
  if (parts.kind === 'visit') verifyVisit(row, document as Visit, seen, report);
}

function documentIn(body: string, kind: Kind, report: (what: string) => void) {
  const json = parseJson(body);
  if (json === undefined) return void report('is not JSON');
  const parsed = v.safeParse(documentSchemas[kind], json, { abortEarly: true });
  if (parsed.success) return json as Document;
  // An issue's message may quote what a parent typed.
  const [issue] = parsed.issues;
  return void report(`is no ${kind}: ${v.getDotPath(issue) ?? 'the whole'} is not as it must be`);
}

/** Undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function verifyVisit(
  row: DocumentRow,
  visit: Visit,
  { open, links }: Seen,
  report: (what: string) => void,
): void {
  for (const { hash } of visit.links ?? []) links.push({ path: row.path, hash });
  const columns = visitColumns(row.path as Path, visit);
  if (!columns) return;
  const { visitor, start } = columns;
  if (row.visitor !== visitor || row.start !== start || row.open !== columns.open)
    report('has columns that differ from the document');
  if (!visit.open) return;
  if (open.has(visitor)) report('is a second open visit of its visitor');
  else open.set(visitor, row.path);
}

/** A visitor who is in names the one open visit, and nobody else has one. */
function verifyPresence({ named, open }: Seen, report: ReportFault): void {
  for (const [visitor, visit] of named) {
    const path = open.get(visitor);
    if (visit === undefined && path !== undefined) report('has an open visit and is out', visitor);
    if (visit !== undefined && path === undefined) report('names an open visit that is not there', visitor);
    if (visit !== undefined && path !== undefined && documentId(path as Path) !== visit)
      report('names another visit than the open one', visitor);
  }
  for (const [visitor, path] of open)
    if (!named.has(visitor)) report('is open, and its visitor is gone', path);
}
