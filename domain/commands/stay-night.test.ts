import { expect, it } from 'vitest';
import { ella, family } from '#tests/support/people/rulebook-family.ts';
import { id, minute } from '#tests/support/people/rulebook-household.ts';

const answer = (stays: boolean) => ({ ...ella, visit: id('in1'), stays });

it('an open visit remembers that the visitor stays the night, until it is taken back', () => {
  const home = family();
  home.run('checkIn', ella, 0, { op: id('in1') });
  home.run('stayNight', answer(true), 300);
  expect(home.visits(ella)).toMatchObject([{ open: true, staysNight: { at: minute(300) } }]);
  expect(home.run('stayNight', answer(true), 301)).toMatchObject({ accepted: true, writes: [] });
  home.run('stayNight', answer(false), 302);
  expect(home.visits(ella)[0]).not.toHaveProperty('staysNight');
});

it('an answer that comes after the check-out changes nothing', () => {
  const home = family();
  home.run('checkIn', ella, 0, { op: id('in1') });
  home.run('checkOut', ella, 60);
  expect(home.run('stayNight', answer(true), 300)).toMatchObject({ accepted: true, writes: [], notices: [] });
});

it('the check-out keeps the answer', () => {
  const home = family();
  home.run('checkIn', ella, 0, { op: id('in1') });
  home.run('stayNight', answer(true), 300);
  home.run('checkOut', ella, 900);
  expect(home.visits(ella)).toMatchObject([{ left: { at: minute(900) }, staysNight: { at: minute(300) } }]);
});
