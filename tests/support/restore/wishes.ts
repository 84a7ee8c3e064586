import type { Document, Friend, Visit } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { hashOf } from '#server/auth/core/sessions/secret.ts';
import type { Random } from '#tests/support/random.ts';

const CHILDREN = ['kim0000000000', 'lea0000000000'];
const FRIENDS = ['ella000000000', 'omar000000000', 'noor000000000'];

export interface Wish {
  name: string;
  args: unknown;
}

export function beginning(): Wish[] {
  return CHILDREN.flatMap((child) => [
    { name: 'addChild', args: { child, name: 'Kim', birthDate: '2018-05-04' } },
    ...FRIENDS.map((friend) => addFriend(child, friend)),
  ]);
}

function addFriend(child: Id, friend: Id): Wish {
  return { name: 'addFriend', args: { child, friend, name: 'Ella', parentPhone: '070-123 45 67' } };
}

/** A tap that a screen of the family could offer. */
export function wishOf(random: Random, documents: ReadonlyMap<string, Document>): Wish {
  const child = random.pick(CHILDREN);
  const friends = [...documents.keys()].filter((path) => path.startsWith(`children/${child}/friends/`));
  const visitor = friends.length > 0 ? (random.pick(friends).split('/')[3] ?? '') : (FRIENDS[0] ?? '');
  const ref = { child, kind: 'friend', visitor };
  const friend = documents.get(`children/${child}/friends/${visitor}`) as Friend | undefined;
  const visits = [...documents].filter(
    ([path, one]) => path.startsWith(`children/${child}/visits/`) && (one as Visit).visitor.id === visitor,
  ) as [string, Visit][];
  const [path = '', visit] = visits.length > 0 ? random.pick(visits) : [];
  const id = path.split('/')[3] ?? '';
  const wishes: (Wish | undefined)[] = [
    friend?.latest && {
      name: 'undo',
      args: undoArgs(ref, friend, documents.get(`children/${child}/visits/${friend.latest.visit}`) as Visit),
    },
    visit && { name: 'deleteVisit', args: { ...ref, visit: id } },
    restoration(ref, documents.get(`children/${child}`)),
    visit?.arrived && {
      name: 'correctVisit',
      args: { ...ref, visit: id, arrived: earlier(visit.arrived.at, random) },
    },
    visit?.open ? { name: 'stayNight', args: { ...ref, visit: id, stays: random.chance(0.7) } } : undefined,
    visit && { name: 'giveLink', args: { ...ref, visit: id, hash: hashOf(random.id('link')) } },
    visit && { name: 'takeLinksBack', args: { ...ref, visit: id } },
    { name: 'editFriend', args: { child, friend: visitor, name: random.id('name'), parentPhone: '070-1' } },
    addFriend(child, random.id('friend')),
    random.chance(0.3) ? { name: 'deleteFriend', args: { child, friend: visitor } } : undefined,
    random.chance(0.1) ? { name: 'deleteChild', args: { child } } : undefined,
  ];
  const wish = random.chance(0.4) ? random.pick(wishes) : undefined;
  return wish ?? { name: random.chance(0.5) ? 'checkIn' : 'checkOut', args: ref };
}

function undoArgs(ref: object, { latest }: Friend, visit: Visit | undefined) {
  const previous = visit?.previous?.visit;
  return { ...ref, visit: latest?.visit, undoes: latest?.op, ...(previous && { previous }) };
}

function restoration(ref: { visitor: Id }, child: Document | undefined): Wish | undefined {
  const { removedVisits = [] } = (child ?? {}) as { removedVisits?: { id: Id; visit: Visit }[] };
  const removed = removedVisits.find(({ visit }) => visit.visitor.id === ref.visitor);
  if (!removed) return undefined;
  const { arrived, left } = removed.visit;
  const last = [arrived?.at, left?.at]
    .filter((at) => at !== undefined)
    .sort()
    .at(-1);
  return { name: 'restoreVisit', args: { ...ref, visit: removed.id, last } };
}

function earlier(at: string, random: Random): string {
  return new Date(Date.parse(at) - random.int(20) * MINUTE_MS).toISOString();
}
