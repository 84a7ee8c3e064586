import type { hereNow as swedish } from '#client/translations/sv/here-now.ts';
import type { Translated } from '#client/translations/translated.ts';

export const hereNow = {
  title: 'Dashboard',
  heading: 'Here now',
  nobody: 'Nobody is here right now',
  nobodyHint: 'Check in a friend below and they show up here.',
  since: 'Here since {{time}}',
  with: 'with',
  checkInHeading: 'Check in',
  everybodyHere: 'Everybody is here.',
  nobodyYet: 'No friends yet.',
  leftAt: 'Left {{time}}',
  checkedIn: '{{name}} is checked in.',
  checkedOut: '{{name}} is checked out.',
  alreadyIn: '{{name}} is checked in already, since {{time}}.',
  alreadyOut: '{{name}} is checked out already.',
  lastCheckIn: 'Last check-in',
  noCheckIn: 'Nobody has been checked in yet.',
  today: 'Today',
  todayEmpty: 'Nobody has been here today.',
  toHistory: 'All history',
} as const satisfies Translated<typeof swedish>;
