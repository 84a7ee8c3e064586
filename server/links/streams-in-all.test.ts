import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { newId } from '#tests/support/people/household.ts';
import { until } from '#tests/support/server/app.ts';
import type { Living } from './look.ts';
import { VisitStreams } from './visit-streams.ts';

/** Streams on a store that finds nothing and hints at nothing. */
function startStreams() {
  const store = {
    linked: () => new Promise<undefined>(() => undefined),
    restored: () => undefined,
    onChange: () => () => undefined,
    versions: async () => new Map<string, number>(),
  };
  const [now, uptime] = [() => Date.now(), () => performance.now()];
  return new VisitStreams({ store, now, uptime, onFailure: () => undefined, e164: () => undefined });
}

const linkOf = (household: string, index: number) =>
  ({ household, hash: `${household}-${Math.floor(index / 4)}` }) as Living;

test('a process has two thousand streams of visits in all, and room again as one of them ends', async () => {
  const streams = startStreams();
  const responses = Array.from({ length: 2000 }, () => new PassThrough().resume());
  const households = Array.from({ length: 100 }, newId);
  const another = linkOf(newId(), 0);
  const take = () => streams.takePlace(new PassThrough() as never, another, '203.0.113.7');
  for (const [index, response] of responses.entries()) {
    streams.takePlace(response as never, another, `10.0.${index >> 8}.${index & 255}`);
    streams.open(response as never, linkOf(households[Math.floor(index / 20)] ?? '', index % 20), false);
  }
  expect(streams.size).toBe(2000);
  expect(() => take()).toThrow('Too many requests');
  responses[0]?.destroy();
  await until(() => streams.size === 1999);
  take();
  await streams.stop();
  await until(() => streams.size === 0);
});

test('a stream whose reader went away before it began takes no place', async () => {
  const streams = startStreams();
  const gone = new PassThrough();
  gone.destroy();
  await until(() => gone.closed);
  streams.open(gone as never, linkOf(newId(), 0), false);
  expect(streams.size).toBe(0);
  await streams.stop();
});
