import type { CommandName } from '#domain/commands/catalogue.ts';
import { newId } from './household.ts';

export type Ids = { child: string; friend: string; guest: string; visit: string };

/** The time of the answer that `replyToAnswer` replies to; one of long ago would be purged meanwhile. */
export const ANSWERED_AT = new Date().toISOString();

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
  checkOut: ({ child, friend }) => ({ child, kind: 'friend', visitor: friend }),
  undo: ({ child, friend, visit }) => ({ child, kind: 'friend', visitor: friend, visit, undoes: visit }),
  correctVisit: ({ child, friend, visit }) => ({
    child,
    kind: 'friend',
    visitor: friend,
    visit,
    arrived: '2026-01-01T12:00:00.000Z',
  }),
  addVisit: ({ child, friend }) => ({
    child,
    kind: 'friend',
    visitor: friend,
    arrived: hoursAgo(2),
    left: hoursAgo(1),
  }),
  deleteVisit: ({ child, friend, visit }) => ({ child, kind: 'friend', visitor: friend, visit }),
  restoreVisit: ({ child, friend, visit }) => ({
    child,
    kind: 'friend',
    visitor: friend,
    visit,
    last: hoursAgo(1),
  }),
  stayNight: ({ child, friend, visit }) => ({ child, kind: 'friend', visitor: friend, visit, stays: true }),
  expectHome: ({ child, friend, visit }) => ({
    child,
    kind: 'friend',
    visitor: friend,
    visit,
    at: hoursAgo(-1),
  }),
  giveLink: ({ child, friend, visit }) => ({
    child,
    kind: 'friend',
    visitor: friend,
    visit,
    hash: 'h'.repeat(43),
  }),
  takeLinksBack: ({ child, friend, visit }) => ({ child, kind: 'friend', visitor: friend, visit }),
  replyToAnswer: ({ child, friend, visit }) => ({
    child,
    kind: 'friend',
    visitor: friend,
    visit,
    answeredAt: ANSWERED_AT,
    yes: true,
  }),
  allowLinks: ({ child, friend }) => ({ child, kind: 'friend', visitor: friend }),
  answerRemoval: ({ child, friend }) => ({ child, kind: 'friend', visitor: friend }),
  updateProfile: () => ({ firstName: 'Linh' }),
  keepVisits: () => ({ days: 90 }),
};

function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}
