import * as v from 'valibot';
import { type Document, documentSchemas, type Friend, type Guest, type Visit } from '#domain/documents.ts';
import { HouseholdSizes } from '#domain/household-sizes.ts';
import { childOf, documentId, isWithin, type Path, type PathParts, parsePath } from '#domain/paths.ts';
import type { InspectedDocument, InspectedHousehold } from '../ports/inspector.ts';
import { visitColumns } from '../shared/visit-links.ts';

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
export async function verifyDocuments(household: InspectedHousehold, tell: Tell): Promise<CountedDocuments> {
  const seen: Seen = {
    children: new Set(),
    named: new Map(),
    open: new Map(),
    profiles: new Map(),
    sizes: new HouseholdSizes(),
    links: [],
  };
  for await (const page of household.documents()) {
    for (const row of page) {
      const isLeft = household.purges.some((root) => row.path !== root && isWithin(row.path, root));
      if (!isLeft) verifyRow(row, household.version, seen, (what) => tell(what, row.path));
    }
    for (const { path, hash } of seen.links.splice(0))
      if (!(await household.hasLinkRow(hash)))
        tell('has a link that opens nothing and is never forgotten', path);
  }
  verifyPresence(seen, tell);
  return seen;
}

function verifyRow(row: InspectedDocument, version: number, seen: Seen, tell: (what: string) => void): void {
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
  note(row, parts, document, seen, tell);
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

function note(
  { path, visit }: InspectedDocument,
  { kind, id }: PathParts,
  document: Document,
  seen: Seen,
  tell: (what: string) => void,
): void {
  if (kind === 'profile') seen.profiles.set(id, (document as { email: string }).email);
  if (kind === 'friend' || kind === 'guest') {
    const { status, openVisit } = document as Friend | Guest;
    if ((status === 'in') !== (openVisit !== undefined))
      tell(`is ${status} and names ${openVisit === undefined ? 'no' : 'an'} open visit`);
    seen.named.set(path, openVisit);
  }
  if (kind === 'visit') noteVisit(path as Path<'visit'>, visit, document as Visit, seen, tell);
}

function noteVisit(
  path: Path<'visit'>,
  stored: InspectedDocument['visit'],
  document: Visit,
  { open, links }: Seen,
  tell: (what: string) => void,
): void {
  // Another visit may have the row: whoever sends a hash once more gains nothing.
  for (const { hash } of document.links ?? []) links.push({ path, hash });
  const columns = visitColumns(path, document);
  if (!columns) return;
  const isSame =
    stored?.visitor === columns.visitor && stored.start === columns.start && stored.open === columns.open;
  if (!isSame) tell('has columns that differ from the document');
  if (!document.open) return;
  if (open.has(columns.visitor)) tell('is a second open visit of its visitor');
  else open.set(columns.visitor, path);
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
