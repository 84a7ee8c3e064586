import type { hereNow as swedish } from '#client/translations/sv/here-now.ts';
import type { Translated } from '#client/translations/translated.ts';

export const hereNow = {
  title: 'Dashboard',
  heading: 'Here now',
  nobodyHint: 'Press Check in when somebody arrives.',
  news: { one: '{{count}} new', other: '{{count}} new' },
  showNews: 'Show in the list',
  since: 'since {{time}}',
  with: 'with',
  checkInHeading: 'Check in',
  everybodyHere: 'Everybody is here.',
  nobodyYet: 'No friends yet.',
  usual: 'Friends and guests who are not here',
  done: 'Done',
  neverHere: 'Has not been here yet.',
  toProfile: 'To the profile',
  leftAt: 'Left {{time}}',
  checkedIn: '{{name}} is checked in.',
  checkedOut: '{{name}} is checked out.',
  alreadyIn: '{{name}} has been checked in since {{time}}.',
  alreadyOut: '{{name}} is already checked out.',
  lastCheckIn: 'Last check-in',
  noCheckIn: 'Nobody has been checked in yet.',
  today: 'Today',
  todayEmpty: 'Nobody has been here today.',
  toHistory: 'Full history',
} as const satisfies Translated<typeof swedish>;
