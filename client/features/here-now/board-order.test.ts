import { expect, test } from 'vitest';
import type { OpenVisit } from '#client/data/port.ts';
import { child, friend } from '#tests/support/people/child-view.ts';
import { visitView } from '#tests/support/people/visit-view.ts';
import { absentVisitors, arrivalsSince, presentVisitors, sinceEmpty, usualVisitors } from './board-order.ts';
import { lastArrival } from './last-check-in.tsx';

const at = (clock: string) => ({ timestamp: `2026-10-02T${clock}:00.000Z`, hasVisited: true });

test('present friends and guests of every child are listed, the longest stay first', () => {
  const nova = child('Nova', [friend('Ella', { status: 'in', ...at('13:00') }), friend('Noah')]);
  const liam = child('Liam', [], [friend('Vera', { status: 'in', ...at('14:00') })]);
  const seen = presentVisitors([nova, liam]).map(
    ({ child: whose, visitor }) => `${visitor.name} at ${whose.name}`,
  );
  expect(seen).toEqual(['Ella at Nova', 'Vera at Liam']);
});

test('those who came since a list was shown are its news, and those who left are not', () => {
  const shown = [child('Nova', [friend('Ella', { status: 'in' }), friend('Noah')])];
  const now = [child('Nova', [friend('Ella'), friend('Noah', { status: 'in' })])];
  const noah = now[0]?.friends[1]?.ref.visitor;
  expect(arrivalsSince(shown, now)).toEqual([noah]);
  expect(arrivalsSince(now, now)).toEqual([]);
});

test('those who need an answer come first, then planned times, the earliest first, then the others', () => {
  const here = (name: string, clock: string, visit: Partial<OpenVisit> = {}) =>
    friend(name, {
      ...{ status: 'in', ...at(clock) },
      openVisit: { visit: `of-${name}`, arrived: undefined, ...visit },
    });
  const nova = child('Nova', [here('Ella', '12:00'), here('Noah', '13:00'), here('Vera', '14:00')]);
  const names = (asking: string[], all = nova) =>
    presentVisitors([all], asking).map(({ visitor }) => visitor.name);
  expect(names([])).toEqual(['Ella', 'Noah', 'Vera']);
  expect(names(['of-Vera'])).toEqual(['Vera', 'Ella', 'Noah']);
  expect(names(['of-Vera', 'of-Noah', 'gone'])).toEqual(['Noah', 'Vera', 'Ella']);
  const goes = (clock: string) => ({ expected: { at: `2026-10-02T${clock}:00.000Z`, by: 'a', setAt: '' } });
  const answer = { code: 'stay', until: '2026-10-02T18:00:00.000Z', at: '' } as const;
  const all = child('Nova', [
    here('Late', '12:00', goes('19:00')),
    here('Soon', '11:00', goes('18:00')),
    here('Asks', '10:00', { answer, ...goes('20:00') }),
    here('Replied', '13:00', { answer: { ...answer, reply: { yes: true, by: 'a', at: '' } } }),
    here('Nothing', '14:00'),
  ]);
  expect(names([], all)).toEqual(['Asks', 'Soon', 'Late', 'Replied', 'Nothing']);
});

test('absent visitors are listed, the most recently seen or added first', () => {
  const nova = child(
    'Nova',
    [
      friend('Old', { createdAt: '2025-01-01T00:00:00.000Z' }),
      friend('Seen', at('12:00')),
      friend('Here', { status: 'in', ...at('15:00') }),
      friend('New', { createdAt: '2026-10-02T14:00:00.000Z' }),
    ],
    [friend('Guest', { ...at('13:00'), hasVisited: false, createdAt: '2024-01-01T00:00:00.000Z' })],
  );
  expect(absentVisitors(nova).map(({ name }) => name)).toEqual(['New', 'Seen', 'Old', 'Guest']);
  const coming = ['Guest', 'Old'].map((name) => friend(name).ref.visitor);
  expect(absentVisitors(nova, coming).map(({ name }) => name)).toEqual(['Guest', 'Old', 'New', 'Seen']);
  const all = usualVisitors([nova], coming).map(({ visitor }) => visitor.name);
  expect(all).toEqual(['Guest', 'Old', 'New', 'Seen']);
});

test('the last check-in is the latest arrival, even if somebody left after it', () => {
  const history = [
    visitView('Ella', '2026-10-02T10:00Z', '2026-10-02T16:00Z'),
    visitView('Noah', '2026-10-02T14:00Z'),
    visitView('Vera', undefined, '2026-10-02T13:00Z'),
  ];
  expect(lastArrival(history)?.name).toBe('Noah');
  expect(lastArrival([visitView('Vera', undefined, '2026-10-02T13:00Z')])).toBeUndefined();
});

test('a list shown empty lacks who is out by now, or anybody where there was nobody', () => {
  const [here, out] = [friend('Ella', { status: 'in', ...at('13:00') }), friend('Ella', at('14:00'))];
  const [nobody, all, some] = [child('Nova'), child('Nova', [here]), child('Nova', [out])];
  const lacks = (before: typeof all, now: typeof all) =>
    sinceEmpty(before, [{ ...now, id: before.id }]).map(({ name }) => name);
  expect([lacks(all, all), lacks(all, some)]).toEqual([[], ['Ella']]);
  expect([lacks(nobody, nobody), lacks(nobody, all), lacks(nobody, some)]).toEqual([[], ['Ella'], ['Ella']]);
  expect(sinceEmpty(all, [])).toEqual([]);
});
