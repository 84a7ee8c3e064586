import { expect, test } from 'vitest';

// Passes in both files, which share a process, only if the first leaves no traces.
test('what another file changed of the process is undone', () => {
  expect([process.env.LEFT_BY_A_TEST, process.env.TZ]).toEqual([undefined, process.env.GIVEN_TZ]);
  process.env.LEFT_BY_A_TEST = 'yes';
  process.env.TZ = 'Asia/Tokyo';
});
