import { expect, test } from 'vitest';
import type { Decision } from '#domain/command.ts';
import { MAX_NOTE } from '#domain/limits.ts';
import { visitorPath } from '#domain/paths.ts';
import { child, ella, family, omar } from '#tests/support/people/rulebook-family.ts';
import { id, type RulebookHousehold } from '#tests/support/people/rulebook-household.ts';

const NOTE = 'Allergi: nötter\nMormor hämtar';
const friend = { child, friend: ella.visitor, name: 'Ella', parentPhone: '070-123 45 67' };
const guest = { child, guest: omar.visitor, name: 'Omar', parentUserId: 'fatima.k' };
const noteOf = (home: RulebookHousehold, ref: typeof ella | typeof omar) =>
  home.draft.get(visitorPath(ref))?.note;

test('a friend and a guest have a note of several lines, which an empty text removes', () => {
  const home = family();
  home.run('editFriend', { ...friend, note: ` ${NOTE}\n ` }, 0);
  home.run('editGuest', { ...guest, note: NOTE }, 0);
  expect([noteOf(home, ella), noteOf(home, omar)]).toEqual([NOTE, NOTE]);
  home.run('editFriend', { ...friend, note: '' }, 1);
  expect([noteOf(home, ella), noteOf(home, omar)]).toEqual(['', NOTE]);
});

test('an edit by an older version, which knows no note, keeps it', () => {
  const home = family();
  home.run('editFriend', { ...friend, note: NOTE }, 0);
  home.run('editGuest', { ...guest, note: NOTE }, 0);
  home.run('editFriend', { ...friend, name: 'Elin' }, 1);
  home.run('editGuest', { ...guest, name: 'Omid' }, 1);
  expect([noteOf(home, ella), noteOf(home, omar)]).toEqual([NOTE, NOTE]);
});

test.each(['addFriend', 'editFriend'] as const)(
  '%s refuses a longer note, and names field and problem',
  (name) => {
    const home = family();
    const args = { ...friend, friend: name === 'addFriend' ? id('moa') : ella.visitor };
    expect(home.run(name, { ...args, note: '👶'.repeat(MAX_NOTE + 1) }, 0)).toEqual({
      accepted: false,
      refusal: { code: 'invalid-arguments', field: 'note', problem: 'long' },
    });
    expect(home.run(name, { ...args, note: '👶'.repeat(MAX_NOTE) }, 1)).toMatchObject({ accepted: true });
  },
);

test('comings and goings keep the note, and copy it into no visit and no notice', () => {
  const home = family();
  home.run('editFriend', { ...friend, note: NOTE }, 0);
  const arrival = id('arrival');
  const decisions: Decision[] = [
    home.run('checkIn', ella, 1, { op: arrival }),
    home.run('checkOut', ella, 2, { op: id('departure') }),
    home.run('undo', { ...ella, visit: arrival, undoes: id('departure') }, 3),
    home.run('correctVisit', { ...ella, visit: arrival, left: '2026-09-14T15:02:00.000Z' }, 4),
    home.run('deleteVisit', { ...ella, visit: arrival }, 5),
    home.run('checkIn', ella, 6),
    home.run('undo', { ...ella, visit: id('op10'), undoes: id('op10') }, 7),
  ];
  expect(noteOf(home, ella)).toBe(NOTE);
  const others = home.documents().filter(([path]) => path !== visitorPath(ella));
  const notices = decisions.flatMap((decision) => (decision.accepted ? decision.notices : []));
  expect(notices.length).toBeGreaterThan(3);
  expect(JSON.stringify([others, notices])).not.toContain('nötter');
});
