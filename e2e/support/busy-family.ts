import type { Language } from '#domain/language.ts';
import type { VisitorRef } from '#domain/paths.ts';
import type { Op } from '#domain/protocol/sync.ts';
import { type HouseholdOnPhone, newId, registerHousehold } from '#tests/support/people/household.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface Size {
  friends: number;
  /** The number of friends who are here. */
  here: number;
  /** They came this many hours earlier than within the last hour. */
  hoursAgo?: number;
}

/**
 * Registers a family of two children, Noah and Alva, whose friends are named "Vän 1" and so on, in turn. The first of them are
 * here, the last of these the longest; the others were here days ago, "Vän 40" last.
 */
export async function busyFamily(
  url: string,
  language: Language,
  { friends, here, hoursAgo = 0 }: Size,
): Promise<HouseholdOnPhone> {
  const home = await registerHousehold(url, 'Lind');
  await home.run('updateProfile', { language });
  const children = [await home.addChild('Noah', '2019-05-01'), await home.addChild('Alva', '2016-11-12')];
  const refs = Array.from(
    { length: friends },
    (_, i): VisitorRef => ({ child: children[i % 2] ?? '', kind: 'friend', visitor: newId() }),
  );
  const ago = (ms: number) => ({ tappedAt: home.now() - ms });
  const ops = refs.flatMap((ref, i): Op[] => [
    home.op(
      'addFriend',
      { child: ref.child, friend: ref.visitor, name: `Vän ${i + 1}`, parentPhone: '070-123 45 67' },
      ago(30 * DAY),
    ),
    home.op('checkIn', ref, ago(3 * DAY - i * 2 * MINUTE)),
    home.op('checkOut', ref, ago(2 * DAY - i * 2 * MINUTE)),
  ]);
  const arrivals = refs
    .slice(0, here)
    .map((ref, i) => home.op('checkIn', ref, ago((60 * hoursAgo + 60 - 4 * (here - 1 - i)) * MINUTE)));
  await home.sendAll([...ops, ...arrivals]);
  return home;
}
