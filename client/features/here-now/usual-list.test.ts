import { expect, test } from 'vitest';
import { child, friend } from '#tests/support/people/child-view.ts';
import { visitView } from '#tests/support/people/visit-view.ts';
import { usualOn } from './usual-list.tsx';

process.env.TZ = 'Europe/Stockholm';

test('who came on this weekday in two of eight weeks is listed, most often first, unless here today', () => {
  const came = (name: string, ...days: string[]) =>
    days.map((day) => visitView(name, `${day}T13:00Z`, `${day}T15:00Z`, { ref: friend(name).ref }));
  const history = [
    ...came('Vera', '2026-10-24', '2026-10-17'),
    ...came('Ella', '2026-10-24', '2026-10-17', '2026-10-10'),
    ...came('Once', '2026-10-24'),
    ...came('Friday', '2026-10-23', '2026-10-16'),
    ...came('Before', '2026-08-29', '2026-08-22'),
    ...came('Today', '2026-10-31', '2026-10-24', '2026-10-17'),
    ...came('Here', '2026-10-24', '2026-10-17'),
  ].toSorted((a, b) => ((a.left?.at ?? '') < (b.left?.at ?? '') ? 1 : -1));
  const names = ['Vera', 'Ella', 'Once', 'Friday', 'Before', 'Today'].map((name) => friend(name));
  const nova = child('Nova', [...names, friend('Here', { status: 'in' })]);
  const usual = usualOn('2026-10-31', [nova], history);
  expect(usual.map(({ visitor }) => visitor.name)).toEqual(['Ella', 'Vera']);
});
