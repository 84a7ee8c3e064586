import { friendPath } from '#domain/paths.ts';
import { id, RulebookHousehold } from './rulebook-household.ts';

/** One family with one friend, Ella, and one guest, Omar. */
export const child = id('noah');
export const ella = { child, kind: 'friend', visitor: id('ella') } as const;
export const omar = { child, kind: 'guest', visitor: id('omar') } as const;

export function family(): RulebookHousehold {
  const home = new RulebookHousehold();
  home.run('addChild', { child, name: 'Noah', birthDate: '2019-05-01' }, -50);
  home.run('addFriend', { child, friend: ella.visitor, name: 'Ella', parentPhone: '070-123 45 67' }, -49);
  home.run('addGuest', { child, guest: omar.visitor, name: 'Omar', parentUserId: 'fatima.k' }, -48);
  return home;
}

export const friendNow = (home: RulebookHousehold) => home.draft.get(friendPath(child, ella.visitor));
export const ends = (home: RulebookHousehold) =>
  home.visits(ella).map(({ arrived, left, open }) => [arrived?.at ?? '?', open ? 'open' : (left?.at ?? '?')]);
