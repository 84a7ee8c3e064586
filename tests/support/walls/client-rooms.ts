import { importsOf, type Source } from './source.ts';

/**
 * The layers of the client, lowest first: each room and the rooms of the client it may import. Every room but `ui` may
 * import `domain` as well. `shell` is what stands around a page and `routes` are the pages: only `app` knows both.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  lib: [],
  ui: ['lib'],
  data: ['lib'],
  // A visit as another family sees it: on the reader's page and on the own board.
  'shown-visit': ['lib', 'ui'],
  translations: ['lib', 'shown-visit'],
  worker: ['lib'],
  forms: ['lib', 'ui', 'data', 'translations'],
  session: ['lib', 'ui', 'data', 'translations', 'forms'],
  people: ['lib', 'ui', 'data', 'translations', 'forms', 'session'],
  auth: ['lib', 'data', 'translations', 'session'],
  features: ['lib', 'ui', 'shown-visit', 'data', 'translations', 'forms', 'people', 'session', 'auth'],
  routes: ['lib', 'ui', 'data', 'translations', 'people', 'session', 'auth', 'features'],
  shell: ['lib', 'ui', 'data', 'translations', 'worker', 'session', 'features'],
  app: ['lib', 'ui', 'data', 'translations', 'worker', 'people', 'session', 'features', 'routes', 'shell'],
  // An entry of its own, for people without an account: styles alone, and the logo (readerTakesStylesAlone).
  reader: ['lib', 'ui', 'shown-visit'],
  prerender: ['lib', 'ui', 'data', 'translations', 'shell', 'app', 'reader'],
};

/** The rooms of the client import lower rooms alone. */
export function clientRoomsImportLowerOnes(source: Source): string[] {
  const room = clientRoomOf(source.path);
  if (room === undefined) return [];
  const allowed = MAY_IMPORT[room];
  if (!allowed) return [`${source.path} lies in no room of the client: give client/${room} a layer`];
  return importsOf(source)
    .filter((target) => !allowed.concat(room).includes(clientRoomOf(target) ?? room))
    .map((target) => `${source.path} imports ${target}: client/${room} may import ${named(allowed)}`);
}

/** The primitives know neither the rulebook nor the texts: both come as props. */
export function primitivesKnowNothingOfOurs(source: Source): string[] {
  if (clientRoomOf(source.path) !== 'ui') return [];
  return importsOf(source)
    .filter((target) => target.startsWith('domain/'))
    .map((target) => `${source.path} imports ${target}: client/ui gets texts and rules as props`);
}

/** The reader's page is the lightest: of the primitives it and what it shares with the app have the styles and the logo. */
export function readerTakesStylesAlone(source: Source): string[] {
  if (!['reader', 'shown-visit'].includes(clientRoomOf(source.path) ?? '')) return [];
  return importsOf(source)
    .filter((target) => target.startsWith('client/ui/') && !/\.css$|^client\/ui\/logo\.tsx$/.test(target))
    .map((target) => `${source.path} imports ${target}: the reader's page takes styles alone`);
}

function clientRoomOf(path: string): string | undefined {
  return /^client\/([^/]+)\//.exec(path)?.[1];
}

function named(rooms: readonly string[]): string {
  return rooms.length === 0 ? 'no other room of the client' : `${rooms.join(', ')} alone`;
}
