import { expect, it } from 'vitest';
import { visitorPath } from '#domain/paths.ts';
import { child, ella, family, friendNow } from '#tests/support/people/rulebook-family.ts';
import { id, minute, type RulebookHousehold } from '#tests/support/people/rulebook-household.ts';
import { refused } from '../links/link-holder.ts';

const visit = id('in1');
const hash = (letter: string) => letter.repeat(43);
const link = (letter: string) => ({ ...ella, visit, hash: hash(letter) });
const refusal = (code: string) => ({ accepted: false, refusal: { code } });

function here(): RulebookHousehold {
  const home = family();
  home.run('checkIn', ella, 0, { op: visit });
  return home;
}

/** The other family says no through a link. */
function refuseAt(home: RulebookHousehold, atMinute: number, removal = false): void {
  const friend = friendNow(home);
  if (friend) home.draft.puts.set(visitorPath(ella), refused(friend, removal, minute(atMinute)));
}

it('a link names its hash, its maker and its time', () => {
  const home = here();
  home.run('giveLink', link('a'), 5, { op: id('give1') });
  expect(home.visits(ella)).toMatchObject([
    { links: [{ id: id('give1'), hash: hash('a'), madeAt: minute(5) }] },
  ]);
});

it('a repeated link is one link, and the sixth is refused', () => {
  const home = here();
  for (const letter of ['a', 'b', 'c', 'd', 'e']) home.run('giveLink', link(letter), 5);
  expect(home.run('giveLink', link('a'), 6)).toMatchObject({ accepted: true, writes: [] });
  expect(home.run('giveLink', link('f'), 6)).toMatchObject(refusal('link-limit'));
  expect(home.visits(ella)[0]?.links).toHaveLength(5);
});

it('whoever made a link shows their number on it or hides it; nobody else does', () => {
  const home = here();
  const shows = () => home.visits(ella)[0]?.links?.map(({ showsPhone }) => showsPhone);
  home.run('giveLink', link('a'), 5);
  expect(shows()).toEqual([undefined]);
  home.run('giveLink', { ...link('a'), showsPhone: true }, 6);
  expect(shows()).toEqual([true]);
  const other = home.run('giveLink', link('a'), 7, { actor: id('other') });
  expect(other).toMatchObject({ accepted: true, writes: [] });
  home.run('giveLink', { ...link('b'), showsPhone: true }, 7);
  home.run('giveLink', link('a'), 8);
  expect(shows()).toEqual([false, true]);
});

it('a visit that is unknown, of another visitor or over for six hours takes no link', () => {
  const home = here();
  expect(home.run('giveLink', { ...link('a'), visit: id('none') }, 1)).toMatchObject(refusal('not-found'));
  expect(home.run('giveLink', { ...link('a'), visitor: id('omar'), kind: 'guest' }, 1)).toMatchObject(
    refusal('not-found'),
  );
  home.run('checkOut', ella, 60);
  expect(home.run('giveLink', link('a'), 60 + 360)).toMatchObject(refusal('superseded'));
  expect(home.run('giveLink', link('a'), 60 + 359)).toMatchObject({ accepted: true });
});

it('a family that wants no links gets none, until the host allows them again', () => {
  const home = here();
  refuseAt(home, 10);
  expect(home.run('giveLink', link('a'), 11)).toMatchObject(refusal('links-refused'));
  home.run('allowLinks', ella, 20);
  expect(friendNow(home)).toMatchObject({ linkRefusal: { at: minute(10), allowedAt: minute(20) } });
  expect(home.run('giveLink', link('a'), 21)).toMatchObject({ accepted: true });
  // Made before the refusal by a phone that had no network.
  expect(home.run('giveLink', link('b'), 9, { receivedAt: minute(30) })).toMatchObject(
    refusal('links-refused'),
  );
});

it('what a host answered before the other family said no again lifts nothing and keeps nobody', () => {
  const home = here();
  refuseAt(home, 10, true);
  // Sent late, by a phone that knew of an earlier refusal alone.
  const late = { receivedAt: minute(30) };
  expect(home.run('allowLinks', ella, 9, late)).toMatchObject(refusal('superseded'));
  expect(home.run('answerRemoval', ella, 9, late)).toMatchObject(refusal('superseded'));
  expect(friendNow(home)?.linkRefusal).toEqual({ at: minute(10), removalAskedAt: minute(10) });
  expect(home.run('giveLink', link('a'), 31)).toMatchObject(refusal('links-refused'));
});

it('taking back removes all links and the answer, and keeps the planned time', () => {
  const home = here();
  home.run('giveLink', link('a'), 5);
  home.run('expectHome', { ...ella, visit, at: minute(90) }, 6);
  home.run('takeLinksBack', { ...ella, visit }, 7);
  const [stored] = home.visits(ella);
  expect(stored).not.toHaveProperty('links');
  expect(stored).toMatchObject({ expected: { at: minute(90) } });
  expect(home.run('takeLinksBack', { ...ella, visit }, 8)).toMatchObject({ accepted: true, writes: [] });
});

it('check-out, its undo, correction and edit keep links; a removed or undone visit loses them for good', () => {
  const home = here();
  home.run('giveLink', link('a'), 5);
  home.run('checkOut', ella, 60, { op: id('out1') });
  home.run('correctVisit', { ...ella, visit, left: minute(58) }, 61);
  home.run('editFriend', { child, friend: ella.visitor, name: 'Ella L', parentPhone: '070-1' }, 62);
  expect(home.visits(ella)[0]?.links).toHaveLength(1);
  home.run('deleteVisit', { ...ella, visit }, 63);
  expect(JSON.stringify(home.documents())).not.toContain(hash('a'));
  home.run('restoreVisit', { ...ella, visit, last: minute(58) }, 64);
  expect(home.visits(ella)[0]).not.toHaveProperty('links');
  const undone = here();
  undone.run('giveLink', link('a'), 5);
  undone.run('undo', { ...ella, visit, undoes: visit }, 6);
  expect(JSON.stringify(undone.documents())).not.toContain(hash('a'));
});

it('a person whose family asked to be removed is kept by the host’s answer, and links stay refused', () => {
  const home = here();
  expect(home.run('answerRemoval', ella, 5)).toMatchObject({ accepted: true, writes: [] });
  refuseAt(home, 10, true);
  home.run('answerRemoval', ella, 11);
  expect(friendNow(home)).toMatchObject({ linkRefusal: { removalAskedAt: minute(10), keptAt: minute(11) } });
  expect(home.run('giveLink', link('a'), 12)).toMatchObject(refusal('links-refused'));
});
