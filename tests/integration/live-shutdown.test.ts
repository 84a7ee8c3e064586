import { expect, onTestFinished, test } from 'vitest';
import { registerHousehold } from '#tests/support/people/household.ts';
import { listen, namesOf } from '#tests/support/server/live-stream.ts';
import { startServer } from '#tests/support/server/server-process.ts';

test('a server stopped with open streams closes them and exits with 0', async () => {
  const server = await startServer();
  onTestFinished(server.kill);
  const { cookie } = await registerHousehold(server.url);
  const streams = await Promise.all([1, 2, 3].map(() => listen(server.url, { cookie, cursor: 1 })));
  expect(await server.stop()).toBe(0);
  await Promise.all(streams.map(({ ended }) => ended));
  // A stream that is cut off at the deadline hears nothing.
  expect(streams.map(namesOf)).toEqual([['closed'], ['closed'], ['closed']]);
});
