import { type Source, targetOf } from './source.ts';

/** A wall: the sentence to report for a file that breaks it, one per breach. */
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

export const LONGEST_FILE = 300;

const WALLS: Wall[] = [
  domainIsPure,
  clientAndServerNeverMeet,
  roomsAreEnteredByTheirNames,
  featuresNeverMeet,
  onlyDataKnowsNetworkAndStorage,
  onlyTheStoreKnowsDatabases,
  formsSendNothingByThemselves,
  filesStayShort,
];

/** Every breach of every wall in these files. */
export function breaches(sources: Source[]): string[] {
  return sources.flatMap((source) => WALLS.flatMap((wall) => wall(source)));
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
  if (/^client\/(data\/|service-worker\.ts$)/.test(source.path)) return [];
  return source.globals
    .filter((name) => NETWORK_AND_STORAGE.includes(name))
    .map((name) => `${source.path} uses ${name}: only client/data knows network and storage`);
}

function onlyTheStoreKnowsDatabases(source: Source): string[] {
  if (source.path.startsWith('server/store/')) return [];
  return importsOf(source)
    .filter((target) => /^(node:sqlite|pg|pg-.*)$/.test(target))
    .map((target) => `${source.path} imports ${target}: only server/store knows databases`);
}

function formsSendNothingByThemselves(source: Source): string[] {
  if (source.openForms === 0) return [];
  return [
    `${source.path} has a form without method="dialog": before its script comes it puts a password into the address`,
  ];
}

function filesStayShort(source: Source): string[] {
  if (source.lines <= LONGEST_FILE) return [];
  return [`${source.path} has ${source.lines} lines: split it, ${LONGEST_FILE} is the most`];
}

function importsOf(source: Source): string[] {
  return source.imports.map((specifier) => targetOf(source.path, specifier));
}

/** The first folder of a path; a path that leaves the repository has none of our rooms. */
function roomOf(path: string): string {
  return path.split('/')[0] ?? '';
}

function featureOf(path: string): string | undefined {
  return /^client\/features\/([^/]+)/.exec(path)?.[1];
}
