import { expect, test } from 'vitest';
import type { SyncRequest } from '#domain/protocol/sync.ts';
import { ANNA, annasFamily, byOtherPhone, type Family, quiet } from '#tests/support/phone/family.ts';
import { newId } from '#tests/support/phone/memory-server.ts';

const NAMES = ['Ali', 'Bea', 'Cleo', 'Dag', 'Elsa', 'Frej', 'Greta'];

/** Anna's family with eight friends, whose server sends three people a page. Nobody is signed in on the phone. */
async function ofManyPages(): Promise<Family> {
  const family = await annasFamily();
  for (const name of NAMES) {
    const friend = { child: family.child, friend: newId(), name, parentPhone: '070-123 45 67' };
    await family.tab.home.run('addFriend', friend);
  }
  await quiet(family.tab);
  family.serverHousehold.peoplePerPage = 3;
  await family.tab.data.logOut();
  family.server.requests.length = 0;
  return family;
}

const signIn = ({ tab }: Family) => tab.data.signIn('logIn', { email: ANNA.email, password: ANNA.password });
const friends = ({ tab }: Family) => tab.home.view().children.map((child) => child.friends.length);
const isLaterPage = (path: string, body: unknown) =>
  path === '/api/sync' && (body as SyncRequest).people !== undefined;

// docs/sync.md: RP4
test('the pages of a snapshot are shown together', async () => {
  const family = await ofManyPages();
  await signIn(family);
  const shown = new Set<string>();
  family.tab.home.subscribe(() => shown.add(String(friends(family))));
  await quiet(family.tab);
  expect(family.server.requests.filter(({ path, body }) => isLaterPage(path, body))).toHaveLength(3);
  expect([...shown].filter((numbers) => numbers !== '')).toEqual(['8']);
});

test('a phone that is interrupted between two pages shows nothing, and starts again', async () => {
  const family = await ofManyPages();
  const { server, tab } = family;
  let pages = 0;
  server.fault = (path, body) => (isLaterPage(path, body) && ++pages > 1 ? 'reply-lost' : undefined);
  await signIn(family);
  await tab.home.syncNow();
  expect(pages).toBeGreaterThan(1);
  expect(tab.home.view()).toMatchObject({ state: 'failed', children: [] });
  const again = tab.reload();
  await again.home.syncNow();
  expect(again.home.view()).toMatchObject({ state: 'failed', children: [] });
  server.fault = () => undefined;
  await quiet(again);
  expect(friends({ ...family, tab: again })).toEqual([8]);
});

test('an interrupted new snapshot leaves what the phone had', async () => {
  const family = await ofManyPages();
  const { server, tab, serverHousehold } = family;
  await signIn(family);
  await quiet(tab);
  // The server was restored from a backup: the phone's cursor is from the future.
  serverHousehold.version -= 1;
  server.fault = (path, body) => (isLaterPage(path, body) ? 'request-lost' : undefined);
  await tab.home.syncNow();
  expect(friends(family)).toEqual([8]);
  const again = tab.reload();
  await again.home.syncNow();
  expect(friends({ ...family, tab: again })).toEqual([8]);
});

test('a child removed between two pages is gone as soon as the phone has them all', async () => {
  const family = await ofManyPages();
  const { server, tab, child, serverHousehold } = family;
  const { uid } = server.sessions.values().next().value ?? { uid: newId() };
  let isRemoved = false;
  server.fault = (path, body) => {
    if (!isRemoved && isLaterPage(path, body)) byOtherPhone(serverHousehold, uid, 'deleteChild', { child });
    isRemoved ||= isLaterPage(path, body);
    return undefined;
  };
  await signIn(family);
  await tab.home.syncNow();
  expect(isRemoved).toBe(true);
  expect(tab.home.view()).toMatchObject({ state: 'loaded', children: [] });
});
