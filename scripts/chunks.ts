import { chunkSourceOf, textPartsFor } from '#client/app/page-chunks.ts';
import { type AppPage, appPages, kindOf } from '#domain/pages/pages.ts';
import type { AppDocumentPage } from '#domain/pages/rendering.ts';

/** The bundler's information on a module's static and dynamic imports. */
export interface ModuleImports {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

type Graph = (id: string) => ModuleImports | null;

/** The shared chunks. Each imports only chunks before it. */
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
const CALLS = ['data/wire/calls.ts'];
/** Loaded by signed-in parents on every page: the code that opens the household, and the signed-in shell. */
export const SIGNED_IN_ENTRIES = ['data/tap/household.ts', 'shell/signed-in-parts.ts'];

/** Pages within a sign-in. */
const SIGN_IN_STEPS = ['routes/second-factor.tsx', 'routes/finish-registration.tsx', 'routes/signed-in.tsx'];
const routesOf = (pages: readonly AppDocumentPage[]) =>
  pages.map((page) => `routes/${chunkSourceOf(page).route}.tsx`);
const isGuarded = (page: AppPage) => kindOf(page) === 'guarded';
const BOARD = routesOf(['/dashboard']);
const LISTS = routesOf(['/history', '/profile']);
const DAILY_PAGES = [...BOARD, ...LISTS];
/** The modal of the home page. */
const MODAL = 'routes/check-in-modal.tsx';
/** The pages behind the profile, and the dialog that messages a parent. */
const RARE_PAGES = [...routesOf(['/profile/account']), 'routes/tell-parent.tsx'];
/** Loaded by signed-out pages; everything else is for signed-in parents only. */
export const SIGNED_OUT_ENTRIES = [
  ...routesOf([...appPages.filter((page) => !isGuarded(page)), '*']),
  ...SIGN_IN_STEPS,
  ...CALLS,
];
const isForm = (route: string) =>
  textPartsFor(route.slice('routes/'.length, -'.tsx'.length)).includes('signIn');
const FORM_PAGES = SIGNED_OUT_ENTRIES.filter((path) => !CALLS.includes(path) && isForm(path));
/** Pages without forms. */
const TEXT_PAGES = SIGNED_OUT_ENTRIES.filter((path) => !CALLS.includes(path) && !isForm(path));
/** Has a sample of the board. */
const HOME = 'routes/home.tsx';

/**
 * Assigns modules to shared chunks. A few large chunks compress better than many small ones, and signed-out pages must not load
 * code for signed-in parents. The returned function takes a module's id, and returns undefined for a module of one page.
 */
export function sharedChunks(client: string): (id: string, graph: Graph) => Chunk | undefined {
  let entries: Map<string, Set<string>> | undefined;
  const found = new Map<string, Chunk | undefined>();
  const chunkOf = (id: string, known: Map<string, Set<string>>) => {
    // An entry keeps a file of its own, by which the manifest lists it.
    if (known.has(id.replace(client, ''))) return undefined;
    return chunkFor([...known].filter(([, needed]) => needed.has(id)).map(([entry]) => entry));
  };
  return (id, graph) => {
    entries ??= entriesOf(client, graph);
    if (!found.has(id)) found.set(id, chunkOf(id, entries));
    return found.get(id);
  };
}

/** Returns the shared chunk of a module that these entries import. */
export function chunkFor(importers: readonly string[]): Chunk | undefined {
  const isNeededBy = (entries: readonly string[]) => importers.some((importer) => entries.includes(importer));
  if (isNeededBy([ENTRY])) return 'app';
  if (isNeededBy(SIGNED_IN_ENTRIES) && !isNeededBy(SIGNED_OUT_ENTRIES)) return 'signed-in';
  if (importers.length < 2) return undefined;
  if (isNeededBy(TEXT_PAGES.filter((path) => path !== HOME))) return 'app';
  if (isNeededBy([HOME])) return isNeededBy(BOARD) && !isNeededBy(LISTS) ? 'rows' : 'app';
  const isSignedIn = isNeededBy(SIGNED_IN_ENTRIES) || isNeededBy(DAILY_PAGES);
  if ((isSignedIn || isNeededBy(RARE_PAGES)) && isNeededBy(SIGNED_OUT_ENTRIES)) return 'basics';
  if (isNeededBy(CALLS)) return 'messages';
  if (isNeededBy(FORM_PAGES)) return 'forms';
  if (!isNeededBy(DAILY_PAGES)) return undefined;
  // A page behind the profile needs no list of it.
  if (isNeededBy(RARE_PAGES) && !isNeededBy(BOARD)) return undefined;
  if (!isNeededBy(BOARD)) return isNeededBy(routesOf(['/profile'])) ? 'lists' : 'visits';
  return isNeededBy([...LISTS, MODAL]) ? 'daily' : 'board';
}

/** Returns the app's entry and all dynamic imports, by path, each with the modules it imports statically. */
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
