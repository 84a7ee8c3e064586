import { expect, test } from 'vitest';
import { visitView } from '#tests/support/people/visit-view.ts';
import { shownTime, visitSpan } from './visit-span.ts';

const NOW = Date.parse('2026-10-02T23:00:20Z');
const minutes = (arrived: string, left?: string) =>
  shownTime(visitSpan(visitView('Ella', arrived, left), NOW)) / 60_000;

test('a duration is the difference of the times that are shown, whatever their seconds are', () => {
  expect(minutes('2026-10-02T21:30:50Z', '2026-10-02T21:45:10Z')).toBe(15);
  expect(minutes('2026-10-02T21:30:10Z', '2026-10-02T21:45:50Z')).toBe(15);
  expect(minutes('2026-10-02T21:30:10Z', '2026-10-02T21:30:50Z')).toBe(0);
  expect(minutes('2026-10-02T22:58:40Z')).toBe(2);
});

test('the hour that repeats when the clocks change counts', () => {
  expect(minutes('2026-10-25T00:10:30Z', '2026-10-25T01:20:10Z')).toBe(70);
});
