import { afterEach, expect, test, vi } from 'vitest';
import { dayOf, typedAs } from '#client/ui/local-day.ts';
import { visitView } from '#tests/support/people/visit-view.ts';
import { changedTimes, correction, meantTime, typedTimes } from './use-correction-form.ts';

process.env.TZ = 'Europe/Stockholm';
const ella = visitView('Ella', '2026-10-02T13:04:31Z', '2026-10-02T15:00:10Z');
const typed = typedTimes(ella);

test('the fields begin with the local times, without seconds', () => {
  expect(typed).toMatchObject({
    arrived: { date: '2026-10-02', time: '15:04' },
    left: { date: '2026-10-02', time: '17:00' },
  });
});

afterEach(() => vi.useRealTimers());

const [FRIDAY, SATURDAY] = ['2026-10-02', '2026-10-03'] as const;
const utc = (clock: string | undefined) => clock && `${FRIDAY}T${clock}Z`;

test.each([
  ['arrived', '22:05', undefined, '01:00', '23:40', FRIDAY, 'the evening before'],
  ['arrived', '22:05', undefined, '01:00', '00:01', SATURDAY, 'its own day'],
  ['arrived', '22:05', undefined, '01:00', '16:00', FRIDAY, 'the day before, for it lies ahead'],
  ['arrived', '21:50', undefined, '01:00', '00:10', SATURDAY, 'the day after'],
  ['arrived', '21:50', undefined, '00:05', '00:10', FRIDAY, 'its day, for the next lies ahead'],
  ['arrived', '13:04', '15:00', '12:00', '14:50', FRIDAY, 'its own day'],
  ['arrived', '13:04', '15:00', '12:00', '17:30', FRIDAY, 'its day, to be refused'],
  ['left', '13:04', '21:50', '12:00', '00:20', SATURDAY, 'the day after'],
  ['left', '13:04', '15:00', '12:00', '14:00', FRIDAY, 'its day, to be refused'],
  ['left', '13:04', undefined, '01:00', '00:30', SATURDAY, 'the night of now'],
  ['left', '13:04', undefined, '01:00', '23:30', FRIDAY, 'the evening'],
] as const)('a typed time of %s %s to %s (UTC), at %s on Saturday: %s is of %s, %s', (...row) => {
  const [end, arrived, left, now, time, day] = row;
  vi.useFakeTimers({ now: new Date(`${SATURDAY}T${now}`) });
  const visit = visitView('Ella', utc(arrived), utc(left));
  expect(meantTime(visit, end, typedTimes(visit), time)).toMatchObject({ date: day, time });
});

test('an end without a time has the day of the other end, or today for somebody who stays the night', () => {
  const empty = (date: string) => ({ date, time: '' });
  expect(typedTimes(visitView('Noah', undefined, '2026-10-02T15:00Z')).arrived).toEqual(empty('2026-10-02'));
  const open = visitView('Alma', '2026-10-02T13:00Z');
  expect(typedTimes(open).left).toEqual(empty('2026-10-02'));
  expect(changedTimes(open, typedTimes(open))).toEqual([]);
  const staysNight = { by: 'aaaaaaaaaaaa', at: '2026-10-02T18:00:00.000Z' };
  expect(typedTimes({ ...open, staysNight }).left).toEqual(empty(dayOf(Date.now())));
});

test('an unchanged end is not corrected, so that its seconds are kept', () => {
  expect(changedTimes(ella, typed)).toEqual([]);
  expect(changedTimes(ella, { ...typed, arrived: { date: '2026-10-02', time: '14:50' } })).toEqual([
    'arrived',
  ]);
});

test('a correction sends only the changed ends, as UTC', () => {
  const moved = {
    arrived: { date: '2026-10-02', time: '14:50' },
    left: { date: '2026-10-02', time: '18:00' },
  };
  const of = { ...ella.ref, visit: ella.visit };
  expect(correction(ella, ['arrived'], moved)).toEqual({ ...of, arrived: '2026-10-02T12:50:00.000Z' });
  expect(correction(ella, ['arrived', 'left'], moved)).toEqual({
    ...of,
    arrived: '2026-10-02T12:50:00.000Z',
    left: '2026-10-02T16:00:00.000Z',
  });
});

test.each([
  ['2026-10-25T00:10:20Z', '2026-10-25T00:40:20Z', '02:25', '2026-10-25T00:25:00.000Z', 'the first hour'],
  ['2026-10-25T00:10:20Z', '2026-10-25T01:40:20Z', '02:25', '2026-10-25T01:25:00.000Z', 'the second hour'],
  ['2026-10-25T01:20:20Z', '2026-10-25T01:22:20Z', '02:25', '2026-10-25T01:25:00.000Z', 'the second hour'],
  ['2026-10-25T01:05:20Z', undefined, '02:10', '2026-10-25T01:10:00.000Z', 'what comes after the arrival'],
  ['2026-10-24T22:10:20Z', '2026-10-25T02:40:20Z', '02:40', '2026-10-25T01:40:00.000Z', 'winter, as before'],
])('a departure after %s, at %s, is corrected to %s: %s, in %s', (...row) => {
  const [arrived, left, time, at] = row;
  vi.useFakeTimers({ now: new Date('2026-10-25T12:00Z') });
  const visit = visitView('Ella', arrived, left);
  const unedited = typedTimes(visit);
  expect(changedTimes(visit, unedited)).toEqual([]);
  const edited = { ...unedited, left: meantTime(visit, 'left', unedited, time) };
  expect(correction(visit, ['left'], edited)).toMatchObject({ left: at });
});

test('the other of two times is a change', () => {
  const visit = visitView('Ella', '2026-10-24T22:10:20Z', '2026-10-25T01:10:20Z');
  const unedited = typedTimes(visit);
  expect(unedited.left).toEqual(typedAs(Date.parse('2026-10-25T01:10:00Z')));
  const other = { ...unedited.left, at: Date.parse('2026-10-25T00:10:00Z') };
  expect(changedTimes(visit, { ...unedited, left: other })).toEqual(['left']);
});
