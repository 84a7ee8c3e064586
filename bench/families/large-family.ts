import type { Id } from '#domain/ids.ts';
import type { VisitorRef } from '#domain/paths.ts';
import type { Op } from '#domain/protocol/sync.ts';
import { type HouseholdOnPhone, newId, registerHousehold } from '#tests/support/people/household.ts';

const DAY = 24 * 60 * 60_000;
/** The age of the oldest visits in days; the server clamps older taps. */
const DAYS = 80;

/** Registers a family with one child, many friends, some guests and a long history, by sync calls alone. */
export async function registerLargeFamily(
  url: string,
  { friends, visits, guests = 0 }: { friends: number; visits: number; guests?: number },
): Promise<HouseholdOnPhone> {
  const home = await registerHousehold(url);
  const child = await home.addChild('Kim');
  const refs = Array.from(
    { length: friends },
    (): VisitorRef => ({ child, kind: 'friend', visitor: newId() }),
  );
  await home.sendAll(refs.map(({ visitor }, i) => addFriend(home, child, visitor, i)));
  await home.sendAll(Array.from({ length: guests }, (_, i) => addGuest(home, child, i)));
  await home.sendAll(visitOps(home, refs, visits));
  return home;
}

function addFriend(home: HouseholdOnPhone, child: Id, friend: Id, index: number): Op {
  return home.op('addFriend', { child, friend, name: `Vän ${index + 1}`, parentPhone: '070-123 45 67' });
}

/** Added long ago, like the friends: a new guest would stand above the friends to be tapped. */
function addGuest(home: HouseholdOnPhone, child: Id, index: number): Op {
  const [name, parentUserId] = [`Gäst ${index + 1}`, `gast.${index + 1}`];
  const tappedAt = home.now() - DAYS * DAY;
  return home.op('addGuest', { child, guest: newId(), name, parentUserId }, { tappedAt });
}

/** Visits of an hour each, the friends in turn. */
function visitOps(home: HouseholdOnPhone, refs: readonly VisitorRef[], visits: number): Op[] {
  const [first, step] = [home.now() - DAYS * DAY, (DAYS * DAY - DAY) / visits];
  return Array.from({ length: visits }).flatMap((_, i) => {
    const [ref, at] = [refs[i % refs.length], Math.round(first + i * step)];
    if (!ref) return [];
    return [
      home.op('checkIn', ref, { tappedAt: at }),
      home.op('checkOut', ref, { tappedAt: at + 3_600_000 }),
    ];
  });
}
