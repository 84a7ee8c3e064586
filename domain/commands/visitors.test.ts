import { expect, test } from 'vitest';
import type { Decision } from '#domain/command.ts';
import { MAX_NOTE } from '#domain/limits.ts';
import { childPath, visitorPath } from '#domain/paths.ts';
import { child, ella, ends, family, friendNow, omar } from '#tests/support/people/rulebook-family.ts';
import { id, minute, type RulebookHousehold } from '#tests/support/people/rulebook-household.ts';

const NOTE = 'Allergi: nötter\nMormor hämtar';
const friend = { child, friend: ella.visitor, name: 'Ella', parentPhone: '070-123 45 67' };
const guest = { child, guest: omar.visitor, name: 'Omar', parentUserId: 'fatima.k' };
const noteOf = (home: RulebookHousehold, ref: typeof ella | typeof omar) =>
  home.draft.get(visitorPath(ref))?.note;

test('a friend and a guest have a note of several lines, which an empty text removes, and an older version keeps', () => {
  const home = family();
  const notes = () => [noteOf(home, ella), noteOf(home, omar)];
  home.run('editFriend', { ...friend, note: ` ${NOTE}\n ` }, 0);
  home.run('editGuest', { ...guest, note: NOTE }, 0);
  expect(notes()).toEqual([NOTE, NOTE]);
  home.run('editFriend', { ...friend, name: 'Elin' }, 1);
  home.run('editGuest', { ...guest, name: 'Omid' }, 1);
  expect(notes()).toEqual([NOTE, NOTE]);
  home.run('editFriend', { ...friend, note: '' }, 2);
  expect(notes()).toEqual(['', NOTE]);
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

test('a deleted friend who is here keeps the visit, with the departure unknown', () => {
  const home = family();
  home.run('checkIn', ella, 0);
  home.run('deleteFriend', { child, friend: ella.visitor }, 5);
  expect(friendNow(home)).toBeUndefined();
  expect(ends(home)).toEqual([[minute(0), '?']]);
  expect(home.visits(ella)[0]?.visitor.name).toBe('Ella');
});

test('a deleted child deletes its friends, guests and visits, and its id cannot be used again', () => {
  const home = family();
  home.run('checkIn', ella, 0);
  home.run('deleteChild', { child }, 5);
  expect(home.paths()).toEqual([]);
  expect(home.draft.everExisted(childPath(child))).toBe(true);
  expect(home.run('checkOut', ella, 6)).toMatchObject({ refusal: { code: 'not-found' } });
  const again = home.run('addChild', { child, name: 'Noah', birthDate: '2019-05-01' }, 7);
  expect(again).toMatchObject({ refusal: { code: 'id-taken' } });
});
