import { partsFor, sourceOf } from '#client/app/page-sources.ts';
import { kindOf, type PagePath, pageRoutes } from '#domain/pages/pages.ts';
import type { DrawnPage } from '#domain/pages/rendering.ts';

/** What the bundler says of a module: which others it needs at once, and which it fetches later. */
export interface ModuleImports {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

type Graph = (id: string) => ModuleImports | null;

/** The shared files: each may need those before it, and no other. */
export const CHUNKS = ['app', 'basics', 'messages', 'forms', 'parents'] as const;
export type Chunk = (typeof CHUNKS)[number];

const START = 'app/main.tsx';
/** Made for whoever it is, on any page. */
const CALLS = ['data/network/calls.ts'];
/** What a parent loads on whatever page: it opens the household, and stands around the pages. */
export const FOR_EVERY_PARENT = ['data/household.ts', 'shell/signed-in-parts.ts'];

/** What stands between a visitor and being signed in. */
const STEPS = ['routes/second-step.tsx', 'routes/finish-registration.tsx', 'routes/signed-in.tsx'];
const routesOf = (pages: readonly DrawnPage[]) => pages.map((page) => `routes/${sourceOf(page).route}.tsx`);
const isGuarded = (page: PagePath) => kindOf(page) === 'guarded';
/** What a parent opens each day. */
const DAILY_PAGES = routesOf(['/dashboard', '/history', '/profile']);
const SELDOM_PAGES = routesOf(['/profile/account']);
/** What is fetched for visitors; all else waits for a signed-in parent. */
export const FOR_VISITORS = [
  ...routesOf([...pageRoutes.filter((page) => !isGuarded(page)), '*']),
  ...STEPS,
  ...CALLS,
];
const isForm = (route: string) => partsFor(route.slice('routes/'.length, -'.tsx'.length)).includes('signIn');
const FORMS = FOR_VISITORS.filter((path) => !CALLS.includes(path) && isForm(path));
/** Pages that are read, and nothing is filled in. */
const READING = FOR_VISITORS.filter((path) => !CALLS.includes(path) && !isForm(path));

/**
 * Into which shared file of the build a module goes. A few large files compress better than many small ones, and nobody
 * must load what is there for others. Out: for the bundler, by a module's id; undefined where only one page needs it.
 */
export function sharedChunks(client: string): (id: string, graph: Graph) => Chunk | undefined {
  let parts: Map<string, Set<string>> | undefined;
  const found = new Map<string, Chunk | undefined>();
  const chunkOf = (id: string, known: Map<string, Set<string>>) => {
    // A part keeps a file of its own, by which the manifest knows it.
    if (known.has(id.replace(client, ''))) return undefined;
    return chunkFor([...known].filter(([, needed]) => needed.has(id)).map(([part]) => part));
  };
  return (id, graph) => {
    parts ??= partsOf(client, graph);
    if (!found.has(id)) found.set(id, chunkOf(id, parts));
    return found.get(id);
  };
}

/** In: the parts of the app, each fetched at once, that need one module. */
export function chunkFor(needing: readonly string[]): Chunk | undefined {
  const isNeededBy = (some: readonly string[]) => needing.some((part) => some.includes(part));
  if (isNeededBy([START])) return 'app';
  if (isNeededBy(FOR_EVERY_PARENT) && !isNeededBy(FOR_VISITORS)) return 'parents';
  if (needing.length < 2) return undefined;
  if (isNeededBy(READING)) return 'app';
  const isParents = isNeededBy(FOR_EVERY_PARENT) || isNeededBy(DAILY_PAGES);
  if ((isParents || isNeededBy(SELDOM_PAGES)) && isNeededBy(FOR_VISITORS)) return 'basics';
  if (isNeededBy(CALLS)) return 'messages';
  if (isNeededBy(FORMS)) return 'forms';
  return isParents ? 'parents' : undefined;
}

/** The start and everything that is fetched later, by its path, with all modules that come along. */
function partsOf(client: string, graph: Graph): Map<string, Set<string>> {
  const parts = new Map<string, Set<string>>();
  const open = [client + START];
  for (let root = open.pop(); root !== undefined; root = open.pop()) {
    const path = root.replace(client, '');
    if (parts.has(path)) continue;
    const needed = reachable(root, graph);
    parts.set(path, needed);
    for (const id of needed) open.push(...(graph(id)?.dynamicallyImportedIds ?? []));
  }
  return parts;
}

function reachable(root: string, graph: Graph): Set<string> {
  const found = new Set([root]);
  for (const id of found) for (const next of graph(id)?.importedIds ?? []) found.add(next);
  return found;
}
