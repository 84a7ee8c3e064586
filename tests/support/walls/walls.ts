import { posix } from 'node:path';
import { authImportsLowerTiers } from './auth-tiers.ts';
import {
  clientRoomsImportLowerOnes,
  primitivesKnowNothingOfOurs,
  readerTakesStylesAlone,
} from './client-rooms.ts';
import { LISTED_FILES, roomsAreEnteredByTheirPublicFiles } from './public-files.ts';
import { importsOf, type Source, targetOf } from './source.ts';

/** Returns one sentence per breach in a file. */
type Wall = (source: Source) => string[];

const NETWORK_AND_STORAGE = [
  'fetch',
  'XMLHttpRequest',
  'EventSource',
  'WebSocket',
  'sendBeacon',
  'indexedDB',
  'localStorage',
  'sessionStorage',
];

const PRODUCT = /^(client|domain|server)\//;

export const LONGEST_FILE = 300;
/** Source files flat in one folder of the product. */
export const FULLEST_FOLDER = 30;

/** Tools that measure or break a database, and therefore open one themselves. */
const DATABASE_TOOLS = [
  // The baselines: a server on the database alone, without any code of the product.
  'bench/servers/bare-sqlite.ts',
  'bench/servers/bare-postgres.ts',
  // Creates databases for the servers under measurement, and asks for their size.
  'bench/servers/places.ts',
  // Makes PostgreSQL end connections while the server runs.
  'prove/figures/postgres-restarts.ts',
  // Reads what a migration that was killed has left on the disk.
  'prove/figures/migrations.ts',
  'prove/figures/large-migration.ts',
  // Counts the pages that a tap has written.
  'prove/figures/told-devices.ts',
  // Migrates in a process that is killed in between.
  'prove/servers/migrate.ts',
  // Generates a large database of an older schema.
  'prove/servers/large-database.ts',
  // Commits beside the server, so that a control never meets a pause.
  'prove/servers/steady-writer.ts',
  // A control: SQLite's online backup.
  'prove/servers/sqlite-copy.ts',
  // A control: the server with a store that syncs less.
  'prove/servers/normal-sync.ts',
  // A control: a query that can be injected.
  'prove/servers/vulnerabilities.ts',
];

/** Its form has nothing to type in: it opens the page again where no script came. */
const TYPELESS_FORM = 'client/prerender/reader-document.tsx';

/** Every file that a wall makes an exception for, or names as public. */
export const NAMED_FILES: readonly string[] = [...DATABASE_TOOLS, ...LISTED_FILES, TYPELESS_FORM];

const WALLS: Wall[] = [
  domainIsPure,
  clientAndServerNeverMeet,
  roomsAreEnteredByTheirNames,
  featuresNeverMeet,
  onlyDataKnowsNetworkAndStorage,
  screensAskThePresent,
  onlyTheStoreKnowsDatabases,
  formsSendNothingByThemselves,
  baselinesHaveNoCodeOfOurs,
  filesStayShort,
  productKnowsNoTools,
  clientRoomsImportLowerOnes,
  primitivesKnowNothingOfOurs,
  readerTakesStylesAlone,
  roomsAreEnteredByTheirPublicFiles,
  authImportsLowerTiers,
];

/** Returns every breach of every wall in these files. */
export function breaches(sources: Source[]): string[] {
  return [...sources.flatMap((source) => WALLS.flatMap((wall) => wall(source))), ...fullFolders(sources)];
}

function domainIsPure(source: Source): string[] {
  if (roomOf(source.path) !== 'domain') return [];
  return importsOf(source)
    .filter((target) => target !== 'valibot' && roomOf(target) !== 'domain')
    .map((target) => `${source.path} imports ${target}: domain imports valibot and domain alone`);
}

function clientAndServerNeverMeet(source: Source): string[] {
  const other = { client: 'server', server: 'client' }[roomOf(source.path)];
  return importsOf(source)
    .filter((target) => roomOf(target) === other)
    .map((target) => `${source.path} imports ${target}: client and server never meet`);
}

function roomsAreEnteredByTheirNames(source: Source): string[] {
  return source.imports
    .filter((specifier) => specifier.startsWith('.'))
    .filter((specifier) => roomOf(targetOf(source.path, specifier)) !== roomOf(source.path))
    .map((specifier) => `${source.path} imports ${specifier}: another room is imported as #room/…`);
}

function featuresNeverMeet(source: Source): string[] {
  const feature = featureOf(source.path);
  if (feature === undefined) return [];
  return importsOf(source)
    .filter((target) => (featureOf(target) ?? feature) !== feature)
    .map(
      (target) => `${source.path} imports ${target}: features never import features, a route composes them`,
    );
}

function onlyDataKnowsNetworkAndStorage(source: Source): string[] {
  if (roomOf(source.path) !== 'client') return [];
  if (/^client\/(data\/|reader\/data\/|worker\/|translations\/detection\.ts$)/.test(source.path)) return [];
  return source.globals
    .filter((name) => NETWORK_AND_STORAGE.includes(name))
    .map((name) => `${source.path} uses ${name}: only client/data knows network and storage`);
}

/** A phone's clock may be hours off. */
function screensAskThePresent({ path, clockReads }: Source): string[] {
  const isExempt = /^client\/((reader\/)?data\/|worker\/|lib\/present\.ts$)/.test(path);
  if (clockReads === 0 || roomOf(path) !== 'client' || isExempt) return [];
  return [`${path} reads the device's clock: screens ask client/lib/present.ts`];
}

function onlyTheStoreKnowsDatabases(source: Source): string[] {
  if (source.path.startsWith('server/store/') || DATABASE_TOOLS.includes(source.path)) return [];
  return importsOf(source)
    .filter((target) => /^(node:sqlite|pg|pg-.*)$/.test(target))
    .map((target) => `${source.path} imports ${target}: only server/store knows databases`);
}

function formsSendNothingByThemselves(source: Source): string[] {
  if (source.openForms === 0 || source.path === TYPELESS_FORM) return [];
  return [
    `${source.path} has a form without method="dialog": before its script comes it puts a password into the address`,
  ];
}

/** A baseline with a part of the product in it would hide what that part costs. */
function baselinesHaveNoCodeOfOurs(source: Source): string[] {
  if (!/^bench\/servers\/bare-/.test(source.path)) return [];
  return importsOf(source)
    .filter((target) => !/^(node:\w+|pg|bench\/servers\/bare-http\.ts)$/.test(target))
    .map((target) => `${source.path} imports ${target}: a baseline has no code of the product`);
}

function filesStayShort(source: Source): string[] {
  if (source.lines <= LONGEST_FILE) return [];
  return [`${source.path} has ${source.lines} lines: split it, ${LONGEST_FILE} is the most`];
}

function productKnowsNoTools(source: Source): string[] {
  if (!PRODUCT.test(source.path)) return [];
  return importsOf(source)
    .filter((target) => /^(tests|e2e|bench|prove|scripts)\//.test(target))
    .map((target) => `${source.path} imports ${target}: the product knows neither tests nor tools`);
}

function fullFolders(sources: readonly Source[]): string[] {
  const product = sources.filter(({ path }) => PRODUCT.test(path));
  const folders = Map.groupBy(product, ({ path }) => posix.dirname(path));
  return [...folders]
    .filter(([, files]) => files.length > FULLEST_FOLDER)
    .map(([folder, files]) => `${folder} holds ${files.length} files: ${FULLEST_FOLDER} is the most`);
}

/** Returns the first folder of a path. */
function roomOf(path: string): string {
  return path.split('/')[0] ?? '';
}

function featureOf(path: string): string | undefined {
  return /^client\/features\/([^/]+)/.exec(path)?.[1];
}
