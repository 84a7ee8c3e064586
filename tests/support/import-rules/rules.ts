import { posix } from 'node:path';
import { DATABASE_TOOLS, INSIDERS, MAY_IMPORT, PUBLIC, TIERS, TYPELESS_FORM } from './folders.ts';
import { importsOf, type Source, targetOf } from './source.ts';

export const LONGEST_FILE = 300;
/** Source files flat in one folder of the product. */
export const FULLEST_FOLDER = 30;

const PRODUCT = /^(client|domain|server)\//;
const NETWORK_AND_STORAGE =
  /^(fetch|XMLHttpRequest|EventSource|WebSocket|sendBeacon|indexedDB|localStorage|sessionStorage)$/;
const KNOW_NETWORK_AND_STORAGE = /^client\/(data\/|link-page\/data\/|worker\/|translations\/detection\.ts$)/;
const READ_THE_CLOCK = /^client\/((link-page\/)?data\/|worker\/|lib\/corrected-now\.ts$)/;

const clientFolderOf = (path: string) => /^client\/([^/]+)\//.exec(path)?.[1];
const featureOf = (path: string) => /^client\/features\/([^/]+)/.exec(path)?.[1];
const topFolderOf = (path: string) => path.split('/')[0] ?? '';

type Forbids = RegExp | ((target: string, path: string) => boolean);

/** The sources of a rule, what they may not import, and what the rule says. */
const IMPORT_RULES: readonly (readonly [sources: RegExp, forbids: Forbids, says: string])[] = [
  [/^domain\//, /^(?!domain\/|valibot$)/, 'domain imports valibot and domain alone'],
  [/^client\//, /^server\//, 'client and server never meet'],
  [/^server\//, /^client\//, 'client and server never meet'],
  [PRODUCT, /^(tests|e2e|bench|prove|scripts)\//, 'the product knows neither tests nor tools'],
  [/^client\/features\//, isOtherFeature, 'features never import features, a route composes them'],
  [/^(?!server\/store\/)/, isDatabase, 'only server/store knows databases'],
  // A baseline with a part of the product in it would hide what that part costs.
  [
    /^bench\/servers\/bare-/,
    /^(?!(node:\w+|pg|bench\/servers\/bare-http\.ts)$)/,
    'a baseline has no code of the product',
  ],
  [/^client\/ui\//, /^domain\//, 'client/ui gets texts and rules as props'],
  // The reader's page is the lightest.
  [
    /^client\/(link-page|shared-visit)\//,
    /^client\/ui\/(?!.*\.css$|(?:logo|house)\.tsx$)/,
    "the reader's page takes styles alone",
  ],
  [/^client\//, isHigherLayer, 'its folder may import lower layers of the client alone'],
  [/^server\/auth\//, isHigherTier, 'a tier of server/auth imports lower ones alone'],
  [/^/, isHidden, 'it is no public file of its folder'],
];

function isOtherFeature(target: string, path: string): boolean {
  return (featureOf(target) ?? featureOf(path)) !== featureOf(path);
}

function isDatabase(target: string, path: string): boolean {
  return /^(node:sqlite|pg|pg-.*)$/.test(target) && !DATABASE_TOOLS.includes(path);
}

function isHigherLayer(target: string, path: string): boolean {
  const [own, other] = [clientFolderOf(path), clientFolderOf(target)];
  if (own === undefined || other === undefined || own === other) return false;
  return !MAY_IMPORT[own]?.includes(other);
}

function isHigherTier(target: string, path: string): boolean {
  const [own, other] = [tierOf(path), tierOf(target)];
  return other !== undefined && own?.name !== other.name && (own?.tier ?? 0) <= other.tier;
}

/** A file of `server/auth` in no tier is above them all. */
function tierOf(path: string): { tier: number; name: string } | undefined {
  const [, file] = /^server\/auth\/(.*)/.exec(path) ?? [];
  if (file === undefined) return undefined;
  for (const [tier, places] of TIERS.entries()) {
    const name = places.find((place) => file.startsWith(place));
    if (name !== undefined) return { tier, name };
  }
  return { tier: TIERS.length, name: file };
}

/** A folder may lie in another one: a source outside of both enters by the public files of both. */
function isHidden(target: string, path: string): boolean {
  if (INSIDERS[path]?.includes(target)) return false;
  const entered = Object.keys(PUBLIC).filter(
    (folder) => target.startsWith(folder) && !path.startsWith(folder),
  );
  return !entered.every((folder) => PUBLIC[folder]?.includes(target.slice(folder.length)));
}

/** One sentence a breach. */
export function breaches(sources: readonly Source[]): string[] {
  return [...sources.flatMap((source) => [...breachesOf(source)]), ...fullFolders(sources)];
}

function* breachesOf(source: Source): Generator<string> {
  const { path } = source;
  for (const target of importsOf(source))
    for (const [sources, forbids, says] of IMPORT_RULES) {
      const isForbidden = forbids instanceof RegExp ? forbids.test(target) : forbids(target, path);
      if (isForbidden && sources.test(path)) yield `${path} imports ${target}: ${says}`;
    }
  for (const specifier of source.imports)
    if (specifier.startsWith('.') && topFolderOf(targetOf(path, specifier)) !== topFolderOf(path))
      yield `${path} imports ${specifier}: another folder is imported as #folder/…`;
  const folder = clientFolderOf(path);
  if (folder !== undefined && !(folder in MAY_IMPORT))
    yield `${path} lies in no folder of the client: give client/${folder} a layer`;
  if (path.startsWith('client/') && !KNOW_NETWORK_AND_STORAGE.test(path))
    for (const name of source.globals.filter((one) => NETWORK_AND_STORAGE.test(one)))
      yield `${path} uses ${name}: only client/data knows network and storage`;
  // A phone's clock may be hours off.
  if (source.clockReads > 0 && path.startsWith('client/') && !READ_THE_CLOCK.test(path))
    yield `${path} reads the device's clock: screens ask client/lib/corrected-now.ts`;
  if (source.openForms > 0 && path !== TYPELESS_FORM)
    yield `${path} has a form without method="dialog": before its script comes it puts a password into the address`;
  if (source.lines > LONGEST_FILE)
    yield `${path} has ${source.lines} lines: split it, ${LONGEST_FILE} is the most`;
}

function fullFolders(sources: readonly Source[]): string[] {
  const product = sources.filter(({ path }) => PRODUCT.test(path));
  const folders = Map.groupBy(product, ({ path }) => posix.dirname(path));
  return [...folders]
    .filter(([, files]) => files.length > FULLEST_FOLDER)
    .map(([folder, files]) => `${folder} holds ${files.length} files: ${FULLEST_FOLDER} is the most`);
}

/** One sentence per circle of imports, type imports included. */
export function circles(sources: readonly Source[]): string[] {
  const graph = new Map(sources.map((source) => [source.path, importsOf(source)]));
  return componentsOf(graph)
    .filter(([first = '', ...others]) => others.length > 0 || graph.get(first)?.includes(first))
    .map((files) => `${files.toSorted().join(', ')}: these import each other in a circle`);
}

/** The strongly connected components of a graph (Tarjan); unknown targets are ignored. */
function componentsOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const stack: string[] = [];
  /** The lowest order that this file reaches among those on the stack. */
  const reach = (file: string): number => {
    const own = order.size;
    let lowest = own;
    order.set(file, own);
    stack.push(file);
    for (const target of graph.get(file) ?? []) {
      if (!graph.has(target)) continue;
      const known = order.get(target);
      if (known === undefined) lowest = Math.min(lowest, reach(target));
      else if (stack.includes(target)) lowest = Math.min(lowest, known);
    }
    if (lowest === own) found.push(stack.splice(stack.indexOf(file)));
    return lowest;
  };
  for (const file of graph.keys()) if (!order.has(file)) reach(file);
  return found;
}
