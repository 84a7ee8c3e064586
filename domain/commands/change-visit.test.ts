import { expect, it } from 'vitest';
import { visitPath } from '#domain/paths.ts';
import { child, ella, family } from '#tests/support/people/rulebook-family.ts';
import { id, minute, type RulebookHousehold } from '#tests/support/people/rulebook-household.ts';

const visit = id('in1');
const planned = (at: number | null) => ({ ...ella, visit, at: at === null ? null : minute(at) });
const refusal = (code: string) => ({ accepted: false, refusal: { code } });

function here(): RulebookHousehold {
  const home = family();
  home.run('checkIn', ella, 0, { op: visit });
  return home;
}

/** The other family asks through a link whether the visitor can stay. */
function askToStay(home: RulebookHousehold, at: number, until: number): void {
  const [stored] = home.visits(ella);
  const answer = { code: 'stay' as const, until: minute(until), at: minute(at) };
  if (stored) home.draft.puts.set(visitPath(child, visit), { ...stored, answer });
}

it('the planned time is set, changed and removed', () => {
  const home = here();
  home.run('expectHome', planned(60), 1);
  home.run('expectHome', planned(90), 2);
  expect(home.visits(ella)).toMatchObject([{ open: true, expected: { at: minute(90), setAt: minute(2) } }]);
  expect(home.run('expectHome', planned(90), 3)).toMatchObject({ accepted: true, writes: [] });
  home.run('expectHome', planned(null), 4);
  expect(home.visits(ella)[0]).not.toHaveProperty('expected');
});

it('a planned time that another one was set over meanwhile asks, unless both are the same', () => {
  const home = here();
  const typed = (at: number | null, was: string) => ({ ...planned(at), was: { at: was } });
  home.run('expectHome', planned(60), 1);
  for (const was of ['', minute(30)])
    expect(home.run('expectHome', typed(90, was), 2)).toMatchObject(refusal('changed-meanwhile'));
  expect(home.run('expectHome', typed(60, ''), 3)).toMatchObject({ accepted: true });
  expect(home.run('expectHome', typed(90, minute(60)), 4)).toMatchObject({ accepted: true });
  home.run('expectHome', planned(null), 5);
  expect(home.run('expectHome', typed(30, minute(90)), 6)).toMatchObject(refusal('changed-meanwhile'));
  expect(home.run('expectHome', typed(30, ''), 7)).toMatchObject({ accepted: true });
});

it('the planned time lies ahead of the tap, at most seven days', () => {
  const home = here();
  expect(home.run('expectHome', planned(5), 5)).toMatchObject(refusal('in-the-past'));
  expect(home.run('expectHome', planned(5 + 7 * 1440 + 1), 5)).toMatchObject(refusal('too-far-ahead'));
  // A tap that waited for a network counts from its own time.
  expect(home.run('expectHome', planned(30), 5, { receivedAt: minute(40) })).toMatchObject({
    accepted: true,
  });
});

it('a planned time that comes after the check-out is superseded; undoing the check-out brings the former one back', () => {
  const home = here();
  home.run('expectHome', planned(90), 1);
  home.run('checkOut', ella, 60, { op: id('out1') });
  expect(home.run('expectHome', planned(120), 61)).toMatchObject(refusal('superseded'));
  home.run('undo', { ...ella, visit, undoes: id('out1') }, 62);
  expect(home.visits(ella)).toMatchObject([{ open: true, expected: { at: minute(90) } }]);
});

it('yes to staying sets the planned time, no leaves it', () => {
  for (const yes of [true, false]) {
    const home = here();
    home.run('expectHome', planned(60), 1);
    askToStay(home, 5, 90);
    const reply = { ...ella, visit, answeredAt: minute(5), yes };
    home.run('replyToAnswer', reply, 6);
    expect(home.visits(ella)).toMatchObject([
      { expected: { at: minute(yes ? 90 : 60) }, answer: { reply: { yes, at: minute(6) } } },
    ]);
    expect(home.run('replyToAnswer', reply, 7)).toMatchObject({ accepted: true, writes: [] });
  }
});

it('a reply to another answer, or after the check-out, is superseded', () => {
  const home = here();
  const reply = { ...ella, visit, answeredAt: minute(5), yes: true };
  expect(home.run('replyToAnswer', reply, 6)).toMatchObject(refusal('superseded'));
  askToStay(home, 7, 90);
  expect(home.run('replyToAnswer', reply, 8)).toMatchObject(refusal('superseded'));
  home.run('checkOut', ella, 60);
  expect(home.run('replyToAnswer', { ...reply, answeredAt: minute(7) }, 61)).toMatchObject(
    refusal('superseded'),
  );
});

it('an open visit remembers that the visitor stays the night until it is taken back, also at the check-out', () => {
  const home = here();
  const staying = (stays: boolean) => ({ ...ella, visit, stays });
  home.run('stayNight', staying(true), 300);
  expect(home.visits(ella)).toMatchObject([{ open: true, staysNight: { at: minute(300) } }]);
  expect(home.run('stayNight', staying(true), 301)).toMatchObject({ accepted: true, writes: [] });
  home.run('stayNight', staying(false), 302);
  expect(home.visits(ella)[0]).not.toHaveProperty('staysNight');
  home.run('stayNight', staying(true), 303);
  home.run('checkOut', ella, 900);
  expect(home.visits(ella)).toMatchObject([{ left: { at: minute(900) }, staysNight: { at: minute(303) } }]);
  const late = home.run('stayNight', staying(false), 901);
  expect(late).toMatchObject({ accepted: true, writes: [], notices: [] });
});
