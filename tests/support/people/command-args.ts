import type { CommandName } from '#domain/commands/catalogue.ts';
import { newId } from './household.ts';

export type Ids = { child: string; friend: string; guest: string; visit: string };

/** The time of the answer that `replyToAnswer` replies to; one of long ago would be purged meanwhile. */
export const ANSWERED_AT = new Date().toISOString();

const visitor = ({ child, friend }: Ids) => ({ child, kind: 'friend', visitor: friend });
const visit = (ids: Ids) => ({ ...visitor(ids), visit: ids.visit });

/** Valid arguments of every command, for given ids. */
export const argumentsOf: Record<CommandName, (ids: Ids) => unknown> = {
  addChild: () => ({ child: newId(), name: 'Olle', birthDate: '2018-01-01' }),
  editChild: ({ child }) => ({ child, name: 'Taken', birthDate: '2018-01-01' }),
  deleteChild: ({ child }) => ({ child }),
  addFriend: ({ child }) => ({ child, friend: newId(), name: 'Taken', parentPhone: '070-123' }),
  editFriend: ({ child, friend }) => ({ child, friend, name: 'Taken', parentPhone: '070-123' }),
  deleteFriend: ({ child, friend }) => ({ child, friend }),
  addGuest: ({ child }) => ({ child, guest: newId(), name: 'Taken', parentUserId: 'x' }),
  editGuest: ({ child, guest }) => ({ child, guest, name: 'Taken', parentUserId: 'x' }),
  deleteGuest: ({ child, guest }) => ({ child, guest }),
  checkIn: ({ child, guest }) => ({ child, kind: 'guest', visitor: guest }),
  checkOut: visitor,
  undo: (ids) => ({ ...visit(ids), undoes: ids.visit }),
  correctVisit: (ids) => ({ ...visit(ids), arrived: '2026-01-01T12:00:00.000Z' }),
  addVisit: (ids) => ({ ...visitor(ids), arrived: hoursAgo(2), left: hoursAgo(1) }),
  deleteVisit: visit,
  restoreVisit: (ids) => ({ ...visit(ids), last: hoursAgo(1) }),
  stayNight: (ids) => ({ ...visit(ids), stays: true }),
  expectHome: (ids) => ({ ...visit(ids), at: hoursAgo(-1) }),
  giveLink: (ids) => ({ ...visit(ids), hash: 'h'.repeat(43) }),
  takeLinksBack: visit,
  replyToAnswer: (ids) => ({ ...visit(ids), answeredAt: ANSWERED_AT, yes: true }),
  allowLinks: visitor,
  answerRemoval: visitor,
  expectArrival: (ids) => ({ ...visitor(ids), at: hoursAgo(-1), until: hoursAgo(-9) }),
  startTrip: (ids) => ({ ...visitor(ids), checkOut: ids.visit, since: 0, minutes: 15 }),
  endTrip: (ids) => ({ ...visit(ids), start: ids.visit, how: 'host' }),
  reopenTrip: (ids) => ({ ...visit(ids), start: ids.visit }),
  updateProfile: () => ({ firstName: 'Linh' }),
  keepVisits: () => ({ days: 90 }),
};

function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}
