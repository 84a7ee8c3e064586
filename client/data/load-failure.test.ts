import { expect, test } from 'vitest';
import { ANNA, annasFamily } from '#tests/support/phone/family.ts';

test('a first load that fails says if the network or the server is the cause', async () => {
  const { server, tab } = await annasFamily();
  await tab.data.logOut();
  server.fault = (path) => (path === '/api/sync' ? 'request-lost' : undefined);
  await tab.data.signIn('logIn', ANNA);
  await tab.home.catchUp();
  expect(tab.home.view()).toMatchObject({ state: 'failed', cause: 'network', offline: true });
  server.fault = (path) => (path === '/api/sync' ? { status: 500, code: 'internal' } : undefined);
  await tab.home.catchUp();
  expect(tab.home.view()).toMatchObject({ state: 'failed', cause: 'server', offline: true });
  server.fault = () => undefined;
  await tab.home.catchUp();
  expect(tab.home.view().state).toBe('loaded');
});
