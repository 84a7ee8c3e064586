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

/** Few large chunks compress better; signed-out pages must not load code for parents. */
export function sharedChunks(client: string): (id: string, graph: Graph) => Chunk | undefined {
  let entries: Map<string, Set<string>> | undefined;
  const found = new Map<string, Chunk | undefined>();
  const chunkOf = (id: string, known: Map<string, Set<string>>) => {
    // An entry keeps its own file, for the manifest.
    if (known.has(id.replace(client, ''))) return undefined;
    return chunkFor([...known].filter(([, needed]) => needed.has(id)).map(([entry]) => entry));
  };
  return (id, graph) => {
    entries ??= entriesOf(client, graph);
    if (!found.has(id)) found.set(id, chunkOf(id, entries));
    return found.get(id);
  };
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
  if (!isNeededBy(BOARD)) return isNeededBy(routesOf(['/profile'])) ? 'lists' : 'visits';
  return isNeededBy([...LISTS, MODAL]) ? 'daily' : 'board';
}

/** By path, with the modules that each imports statically. */
function entriesOf(client: string, graph: Graph): Map<string, Set<string>> {
  const entries = new Map<string, Set<string>>();
  const open = [client + ENTRY];
  for (let root = open.pop(); root !== undefined; root = open.pop()) {
    const path = root.replace(client, '');
    if (entries.has(path)) continue;
    const needed = reachable(root, graph);
    entries.set(path, needed);
    for (const id of needed) open.push(...(graph(id)?.dynamicallyImportedIds ?? []));
  }
  return entries;
}

function reachable(root: string, graph: Graph): Set<string> {
  const found = new Set([root]);
  for (const id of found) for (const next of graph(id)?.importedIds ?? []) found.add(next);
  return found;
}
