import { expect, it } from 'vitest';
import { ella, ends, family, friendNow } from '#tests/support/people/rulebook-family.ts';
import { id, minute, OTHER_PHONE } from '#tests/support/people/rulebook-household.ts';

const undoOf = (visit: string, undoes = visit, previous?: string) => ({
  ...ella,
  visit: id(visit),
  undoes: id(undoes),
  ...(previous ? { previous: id(previous) } : {}),
});

it('takes back an arrival, then the departure before it, then that arrival', () => {
  const home = family();
  home.run('checkIn', ella, 0, { op: id('in1') });
  home.run('checkOut', ella, 60, { op: id('out1') });
  home.run('checkIn', ella, 90, { op: id('in2') });
  home.run('undo', undoOf('in2', 'in2', 'in1'), 91);
  expect(friendNow(home)).toMatchObject({ status: 'out', timestamp: minute(60) });
  home.run('undo', undoOf('in1', 'out1'), 92);
  expect(friendNow(home)).toMatchObject({ status: 'in', timestamp: minute(0), openVisit: id('in1') });
  expect(ends(home)).toEqual([[minute(0), 'open']]);
  home.run('undo', undoOf('in1'), 93);
  expect(friendNow(home)).toMatchObject({ status: 'out' });
  expect(friendNow(home)).not.toHaveProperty('timestamp');
  expect(home.visits(ella)).toEqual([]);
});

it('is refused after a newer tap', () => {
  const home = family();
  home.run('checkIn', ella, 0, { op: id('in1') });
  home.run('checkOut', ella, 60, { op: id('out1') });
  expect(home.run('undo', undoOf('in1'), 61)).toMatchObject({ refusal: { code: 'superseded' } });
});

it('keeps an arrival that another device sent late', () => {
  const home = family();
  home.run('checkOut', ella, 60, { op: id('out1') });
  home.run('checkIn', ella, 10, { device: OTHER_PHONE });
  expect(ends(home)).toEqual([[minute(10), minute(60)]]);
  home.run('undo', undoOf('out1'), 61);
  expect(ends(home)).toEqual([[minute(10), '?']]);
  expect(friendNow(home)?.status).toBe('out');
});

it('names the notice it takes back', () => {
  const home = family();
  home.run('checkIn', ella, 0, { op: id('in1') });
  expect(home.run('undo', undoOf('in1'), 1)).toMatchObject({
    notices: [{ about: id('in1'), kind: 'taken-back', status: 'out', name: 'Ella' }],
  });
});
