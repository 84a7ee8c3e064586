import { expect, onTestFinished, test } from 'vitest';
import { registerHousehold } from '#tests/support/people/household.ts';
import { quickest } from '#tests/support/quickest.ts';
import { listen, namesOf } from '#tests/support/server/live-stream.ts';
import { startServer } from '#tests/support/server/server-process.ts';

/** Stops a server with open streams. Returns how long it took. */
async function stopWithStreams(): Promise<number> {
  const server = await startServer();
  onTestFinished(server.kill);
  const { cookie } = await registerHousehold(server.url);
  const streams = await Promise.all([1, 2, 3].map(() => listen(server.url, { cookie, cursor: 1 })));
  const began = performance.now();
  expect(await server.stop()).toBe(0);
  const took = performance.now() - began;
  await Promise.all(streams.map(({ ended }) => ended));
  expect(streams.map(namesOf)).toEqual([['closed'], ['closed'], ['closed']]);
  return took;
}

test('a server stopped with open streams closes them and exits with 0 within seconds', async () => {
  expect(await quickest(5000, stopWithStreams)).toBeLessThan(5000);
});
