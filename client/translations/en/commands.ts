import type * as sv from '#client/translations/sv/commands.ts';
import type { Translated } from '#client/translations/translations.ts';
import { MAX_CORRECTIONS, MOST_LINKS, PLAN_DAYS } from '#domain/limits.ts';

export const commands = {
  addChild: 'Add child',
  editChild: 'Edit child',
  deleteChild: 'Delete child',
  addFriend: 'Add friend',
  editFriend: 'Edit friend',
  deleteFriend: 'Delete friend',
  addGuest: 'Add guest',
  editGuest: 'Edit guest',
  deleteGuest: 'Delete guest',
  checkIn: 'Check-in',
  checkOut: 'Check-out',
  undo: 'Undo',
  correctVisit: 'Corrected time',
  addVisit: 'Add a visit',
  deleteVisit: 'Remove a visit',
  restoreVisit: 'Restore a visit',
  stayNight: 'Stays the night',
  expectHome: 'Planned time home',
  giveLink: 'Link to a visit',
  takeLinksBack: 'Stop a link',
  replyToAnswer: 'Reply to the other family',
  allowLinks: 'Allow links',
  answerRemoval: 'Keep a person',
  expectArrival: 'Expected time',
  startTrip: 'Walks home alone',
  endTrip: 'Answer about the way home',
  reopenTrip: 'Undone: answer about the way home',
  updateProfile: 'Changed profile',
  keepVisits: 'Changed how long visits are kept',
} as const satisfies Translated<typeof sv.commands>;

export const refusals = {
  'invalid-arguments': 'Something you entered cannot be saved.',
  'unknown-command': 'The server does not know this change. Reload the page and try again.',
  'not-found': 'What you wanted to change is no longer there.',
  'id-taken': 'This has already been added.',
  superseded: 'Somebody changed this after you.',
  'changed-meanwhile': 'Something else was saved here meanwhile.',
  'visit-open': 'The visit is still going on.',
  'ends-before-start': 'The end is before the start.',
  'in-the-future': 'The time is in the future.',
  overlaps: 'The time overlaps another visit.',
  'out-of-order': 'The changes came in the wrong order. Try again.',
  'too-many-corrections': `The times of a visit can be corrected at most ${MAX_CORRECTIONS} times.`,
  'in-the-past': 'That time has passed.',
  'too-far-ahead': `That time is more than ${PLAN_DAYS} days ahead.`,
  'link-limit': `There are ${MOST_LINKS} links already. Stop them first.`,
  'links-refused': 'The family does not want links, so this link no longer works.',
  failed: 'Something went wrong on our side. Try again in a moment.',
} as const satisfies Translated<typeof sv.refusals>;

export const refused = {
  at: '{{what}}, {{time}}',
  count: {
    one: '{{count}} change could not be saved',
    other: '{{count}} changes could not be saved',
  },
  show: 'Show',
  gone: '{{name}} is no longer in the list.',
} satisfies Translated<typeof sv.refused>;

export const meanwhile = {
  title: 'Changed meanwhile',
  text: 'This was saved while you were typing, by another parent or on another device. Replace it with what you typed?',
  now: 'It now says: {{held}}',
  nothing: '(empty)',
  replace: 'Replace with mine',
} as const satisfies Translated<typeof sv.meanwhile>;
