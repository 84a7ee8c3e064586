import * as v from 'valibot';
import { type Document, documentSchemas, type Friend, type Guest, type Visit } from '#domain/documents.ts';
import { HouseholdSizes } from '#domain/household-sizes.ts';
import { childOf, documentId, isWithin, type Path, type PathParts, parsePath } from '#domain/paths.ts';
import { type BatchReader, sql } from '../shared/queries.ts';
import { visitColumns } from '../shared/visit-links.ts';

/** A stored document as it lies in its row, with the columns of a visit. */
interface DocumentRow {
  path: string;
  version: number;
  /** JSON; null of a tombstone. */
  body: string | null;
  visitor?: string | null;
  start?: string | null;
  open?: number | null;
}

// A child comes before what belongs to it.
const people = sql<DocumentRow>(
  `SELECT path, version, body FROM documents WHERE household = $1 AND strpos(path, '/visits/') = 0 ORDER BY path`,
  'SELECT path, version, body FROM people WHERE household = $1 ORDER BY path',
);
const visits = sql<DocumentRow>(
  `SELECT path, version, body, visitor, start, open::int AS open FROM documents
   WHERE household = $1 AND strpos(path, '/visits/') > 0`,
  `SELECT path, version, body, visitor, start, open FROM visits INDEXED BY visits_by_version WHERE household = $1`,
);
/** The removed children of which rows are left to purge. */
const purgesOf = sql<{ path: string }>('SELECT path FROM purges WHERE household = $1');
const linkRows = sql<{ hash: string }>('SELECT hash FROM visit_links WHERE hash = ANY ($1)');

/** Tells a fault of a household: a sentence, and the path of a document. */
export type Tell = (what: string, path?: string) => void;

/** The facts of the documents that the other checks need. */
export interface CountedDocuments {
  sizes: HouseholdSizes;
  /** The e-mails of the profiles, by account. */
  profiles: Map<string, string>;
}

interface Seen extends CountedDocuments {
  children: Set<string>;
  /** The open visit that a friend or guest names, by the visitor's path. */
  named: Map<string, string | undefined>;
  /** The path of an open visit, by its visitor's path. */
  open: Map<string, string>;
  /** The links of the page. */
  links: { path: string; hash: string }[];
}

/** Checks every document of a household, a page in memory at a time, and that they agree. */
export async function verifyDocuments(
  inspector: BatchReader,
  { key, version }: { key: string | number; version: number },
  tell: Tell,
): Promise<CountedDocuments> {
  const seen: Seen = {
    children: new Set(),
    named: new Map(),
    open: new Map(),
    profiles: new Map(),
    sizes: new HouseholdSizes(),
    links: [],
  };
  const purges = await inspector.all(purgesOf, key);
  for (const rows of [people, visits])
    for await (const page of inspector.batches(rows, key)) {
      for (const row of page) {
        const isLeft = purges.some(({ path }) => row.path !== path && isWithin(row.path, path));
        if (!isLeft) verifyRow(row, version, seen, (what) => tell(what, row.path));
      }
      await verifyLinks(inspector, seen.links.splice(0), tell);
    }
  verifyPresence(seen, tell);
  return seen;
}

/** The row may belong to another visit: giving the same hash twice has no effect. */
async function verifyLinks(inspector: BatchReader, links: Seen['links'], tell: Tell): Promise<void> {
  if (links.length === 0) return;
  const hashes = links.map(({ hash }) => hash);
  const known = new Set((await inspector.all(linkRows, hashes)).map(({ hash }) => hash));
  for (const { path, hash } of links)
    if (!known.has(hash)) tell('has a link that opens nothing and is never forgotten', path);
}

function verifyRow(row: DocumentRow, version: number, seen: Seen, tell: (what: string) => void): void {
  const parts = parsePath(row.path);
  if (!parts) return void tell('is no path of a document');
  if (row.version < 1 || row.version > version)
    tell(`has version ${row.version}, and its household is at ${version}`);
  if (row.body === null) return;
  const document = documentIn(row.body, parts.kind, tell);
  if (!document) return;
  const path = row.path as Path;
  if (parts.kind === 'child') seen.children.add(path);
  else if (parts.child !== undefined && !seen.children.has(childOf(path))) tell('belongs to no child');
  seen.sizes.count(path, undefined, document);
  if (parts.kind === 'profile') seen.profiles.set(parts.id, (document as { email: string }).email);
  if (parts.kind === 'friend' || parts.kind === 'guest') {
    const { status, openVisit } = document as Friend | Guest;
    if ((status === 'in') !== (openVisit !== undefined))
      tell(`is ${status} and names ${openVisit === undefined ? 'no' : 'an'} open visit`);
    seen.named.set(path, openVisit);
  }
  if (parts.kind === 'visit') verifyVisit(row, document as Visit, seen, tell);
}

function documentIn(body: string, kind: PathParts['kind'], tell: (what: string) => void) {
  const json = parseJson(body);
  if (json === undefined) return void tell('is not JSON');
  const parsed = v.safeParse(documentSchemas[kind], json, { abortEarly: true });
  if (parsed.success) return json as Document;
  // The message of an issue may quote what a parent typed.
  const [issue] = parsed.issues;
  return void tell(`is no ${kind}: ${v.getDotPath(issue) ?? 'the whole'} is not as it must be`);
}

/** Returns undefined of what is not JSON. */
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
  tell: (what: string) => void,
): void {
  for (const { hash } of visit.links ?? []) links.push({ path: row.path, hash });
  const columns = visitColumns(row.path as Path, visit);
  if (!columns) return;
  const { visitor, start } = columns;
  if (row.visitor !== visitor || row.start !== start || row.open !== Number(visit.open))
    tell('has columns that differ from the document');
  if (!visit.open) return;
  if (open.has(visitor)) tell('is a second open visit of its visitor');
  else open.set(visitor, row.path);
}

/** Each visitor who is in names the one open visit, and nobody else has one. */
function verifyPresence({ named, open }: Seen, tell: Tell): void {
  for (const [visitor, visit] of named) {
    const path = open.get(visitor);
    if (visit === undefined && path !== undefined) tell('has an open visit and is out', visitor);
    if (visit !== undefined && path === undefined) tell('names an open visit that is not there', visitor);
    if (visit !== undefined && path !== undefined && documentId(path as Path) !== visit)
      tell('names another visit than the open one', visitor);
  }
  for (const [visitor, path] of open) if (!named.has(visitor)) tell('is open, and its visitor is gone', path);
}
