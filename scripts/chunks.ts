import { chunkSourceOf } from '#client/app/page-chunks.ts';
import { type AppPage, appPages, kindOf } from '#domain/pages/pages.ts';
import type { AppDocumentPage } from '#domain/pages/rendering.ts';

export interface ModuleImports {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

type Graph = (id: string) => ModuleImports | null;

/** Each imports only chunks before it. */
export const CHUNKS = [
  'app',
  'rows',
  'basics',
  'messages',
  'forms',
  'signed-in',
  'daily',
  'board',
  'lists',
  'visits',
  'shell-parts',
  'board-parts',
  'list-parts',
  'account-parts',
] as const;
export type Chunk = (typeof CHUNKS)[number];

const ENTRY = 'app/main.tsx';
/** Loaded on any page, signed in or out. */
const CALLS = ['data/wire/http-client.ts'];
/** Loaded on every page of a signed-in parent. */
export const SIGNED_IN_ENTRIES = ['data/view/household.ts', 'shell/signed-in-parts.ts'];

const SIGN_IN_STEPS = ['routes/second-factor.tsx', 'routes/finish-registration.tsx', 'routes/signed-in.tsx'];
const routesOf = (pages: readonly AppDocumentPage[]) =>
  pages.map((page) => `routes/${chunkSourceOf(page).route}.tsx`);
const isGuarded = (page: AppPage) => kindOf(page) === 'guarded';
const BOARD = routesOf(['/dashboard']);
const LISTS = routesOf(['/history', '/profile']);
const DAILY_PAGES = [...BOARD, ...LISTS];
const MODAL = 'routes/check-in-modal.tsx';
/** Behind the profile, and the dialog that messages a parent. */
const LAZY_PAGES = [...routesOf(['/profile/account']), 'routes/message-parent.tsx'];
/** Loaded by signed-out pages; everything else is for parents only. */
export const SIGNED_OUT_ENTRIES = [
  ...routesOf([...appPages.filter((page) => !isGuarded(page)), '*']),
  ...SIGN_IN_STEPS,
  ...CALLS,
];
const HOME = 'routes/home.tsx';
const TEXT_PAGES = routesOf(['/how-it-works', '/about', '*']);
const FORM_PAGES = SIGNED_OUT_ENTRIES.filter((path) => ![HOME, ...TEXT_PAGES, ...CALLS].includes(path));

/** Opened in the first seconds, so without the other parts of its page. */
const CHECK_IN_SHEET = 'features/here-now/check-in-sheet.tsx';
/** Keep a file of their own. */
const OWN_FILE = new Set([
  ...[ENTRY, MODAL, CHECK_IN_SHEET],
  ...[...SIGNED_IN_ENTRIES, ...SIGNED_OUT_ENTRIES, ...DAILY_PAGES, ...LAZY_PAGES],
]);

/** What the pages of a parent fetch after the first screen, in few requests; the first that needs a part has it. */
const PARTS: readonly [Chunk, readonly string[]][] = [
  ['shell-parts', SIGNED_IN_ENTRIES],
  ['board-parts', [...BOARD, CHECK_IN_SHEET]],
  ['list-parts', LISTS],
  ['account-parts', LAZY_PAGES],
];

/** A page may need what a part imports, so only its own modules join it. */
export const isOfParts = (chunk: Chunk) => PARTS.some(([name]) => name === chunk);

/** Modules that it imports statically, and entries that it loads later, by path. */
type Entry = { needed: ReadonlySet<string>; later: ReadonlySet<string> };
type Entries = ReadonlyMap<string, Entry>;

/** Few large chunks compress better; signed-out pages must not load code for parents. */
export function sharedChunks(client: string): (id: string, graph: Graph) => Chunk | undefined {
  let entries: Entries | undefined;
  let parts: ReadonlyMap<string, Chunk> | undefined;
  const found = new Map<string, Chunk | undefined>();
  return (id, graph) => {
    entries ??= entriesOf(client, graph);
    parts ??= partsOf(entries);
    const path = id.replace(client, '');
    if (!found.has(path)) found.set(path, chunkOf(path, entries, parts));
    return found.get(path);
  };
}

function chunkOf(path: string, entries: Entries, parts: ReadonlyMap<string, Chunk>): Chunk | undefined {
  if (entries.has(path)) return parts.get(path);
  const importers = [...entries].filter(([, { needed }]) => needed.has(path)).map(([entry]) => entry);
  return chunkFor(importers) ?? partFor(importers.map((importer) => parts.get(importer)));
}

/** The first of the parts that need it, if nothing else does. */
function partFor(needing: readonly (Chunk | undefined)[]): Chunk | undefined {
  if (needing.includes(undefined)) return undefined;
  return PARTS.map(([chunk]) => chunk).find((chunk) => needing.includes(chunk));
}

function partsOf(entries: Entries): Map<string, Chunk> {
  const parts = new Map<string, Chunk>();
  for (const [chunk, pages] of PARTS.toReversed())
    for (const part of loadedLater(pages, entries)) parts.set(part, chunk);
  const forAll = loadedLater([ENTRY, ...SIGNED_OUT_ENTRIES], entries);
  const atOnce = [...OWN_FILE].flatMap((page) => [...(entries.get(page)?.needed ?? [])]);
  for (const path of [...forAll, ...atOnce]) parts.delete(path);
  return parts;
}

function loadedLater(pages: readonly string[], entries: Entries): string[] {
  const reached = new Set(pages);
  for (const entry of reached)
    for (const part of entries.get(entry)?.later ?? []) if (!OWN_FILE.has(part)) reached.add(part);
  return [...reached].filter((path) => !OWN_FILE.has(path));
}

export function chunkFor(importers: readonly string[]): Chunk | undefined {
  const isNeededBy = (entries: readonly string[]) => importers.some((importer) => entries.includes(importer));
  if (isNeededBy([ENTRY])) return 'app';
  if (isNeededBy(SIGNED_IN_ENTRIES) && !isNeededBy(SIGNED_OUT_ENTRIES)) return 'signed-in';
  if (importers.length < 2) return undefined;
  if (isNeededBy(TEXT_PAGES)) return 'app';
  if (isNeededBy([HOME])) return isNeededBy(BOARD) && !isNeededBy(LISTS) ? 'rows' : 'app';
  const isSignedIn = isNeededBy(SIGNED_IN_ENTRIES) || isNeededBy(DAILY_PAGES);
  if ((isSignedIn || isNeededBy(LAZY_PAGES)) && isNeededBy(SIGNED_OUT_ENTRIES)) return 'basics';
  if (isNeededBy(CALLS)) return 'messages';
  if (isNeededBy(FORM_PAGES)) return 'forms';
  if (!isNeededBy(DAILY_PAGES)) return undefined;
  // A page behind the profile needs none of its lists.
  if (isNeededBy(LAZY_PAGES) && !isNeededBy(BOARD)) return undefined;
  // The modal of the front page needs none of the lists either.
  if (isNeededBy([MODAL]) && !isNeededBy(BOARD)) return undefined;
  if (!isNeededBy(BOARD)) return isNeededBy(routesOf(['/profile'])) ? 'lists' : 'visits';
  return isNeededBy([...LISTS, MODAL]) ? 'daily' : 'board';
}

function entriesOf(client: string, graph: Graph): Entries {
  const pathOf = (id: string) => id.replace(client, '');
  const entries = new Map<string, Entry>();
  const open = [client + ENTRY];
  for (let root = open.pop(); root !== undefined; root = open.pop()) {
    if (entries.has(pathOf(root))) continue;
    const needed = [...reachable(root, graph)];
    const later = needed.flatMap((id) => graph(id)?.dynamicallyImportedIds ?? []);
    entries.set(pathOf(root), { needed: new Set(needed.map(pathOf)), later: new Set(later.map(pathOf)) });
    open.push(...later);
  }
  return entries;
}

function reachable(root: string, graph: Graph): Set<string> {
  const found = new Set([root]);
  for (const id of found) for (const next of graph(id)?.importedIds ?? []) found.add(next);
  return found;
}
