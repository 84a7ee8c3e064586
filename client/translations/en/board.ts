import type * as sv from '#client/translations/sv/board.ts';
import type { Translated } from '#client/translations/translations.ts';

export const hereNow = {
  heading: 'Here now',
  nobodyHint: 'A window lights up for each friend who comes.',
  news: { one: '{{count}} new', other: '{{count}} new' },
  showNews: 'Show in the list',
  since: 'since {{time}}',
  everybodyHere: 'Nobody else to check in.',
  nobodyYet: 'No friends yet.',
  done: 'Done',
  neverHere: 'Has not been here yet.',
  toProfile: 'To the profile',
  leftAt: 'Left {{time}}',
  lastAt: 'last {{time}}',
  checkedIn: '{{name}} is checked in.',
  checkedOut: '{{name}} is checked out.',
  alreadyIn: '{{name}} has been checked in since {{time}}.',
  alreadyOut: '{{name}} is already checked out.',
  selectSeveral: 'Select several',
  selectNamed: 'Select {{name}}',
  checkInCount: 'Check in {{count}}',
  checkOutCount: 'Check out {{count}}',
  allHome: 'Everyone’s going home',
  allHomeTitle: { one: 'Is {{count}} going home?', other: 'Are all {{count}} going home?' },
  countIn: { one: '{{count}} checked in.', other: '{{count}} checked in.' },
  countOut: { one: '{{count}} checked out.', other: '{{count}} checked out.' },
  countUndoneIn: {
    one: 'Undone. {{count}} is checked in again.',
    other: 'Undone. {{count}} are checked in again.',
  },
  countUndoneOut: {
    one: 'Undone. {{count}} is checked out again.',
    other: 'Undone. {{count}} are checked out again.',
  },
  othersChanged: 'The others have changed since.',
  lastCheckIn: 'Last check-in',
  noCheckIn: 'Nobody has been checked in yet.',
  todayEmpty: 'Nobody has been here today.',
  usual: 'Usually here on {{day}}s',
} as const satisfies Translated<typeof sv.hereNow>;

export const pictures = {
  planned: 'planned time home',
  plannedAt: 'going home at {{time}}',
} as const satisfies Translated<typeof sv.pictures>;

export const trip = {
  start: 'Walks home alone',
  started: '{{name}} is expected home at {{time}}.',
  takenBack: 'Undone. {{name}} does not walk home alone.',
} as const satisfies Translated<typeof sv.trip>;

export const messageParent = {
  word: 'Message',
  call: 'Call',
  parentOf: 'Message the parent of {{name}}',
  callParentOf: 'Call the parent of {{name}}',
  linkDead: 'The link you created no longer works.',
} as const satisfies Translated<typeof sv.messageParent>;

export const modal = {
  chooseChild: 'Whose friend is it?',
  chooseVisitorIn: 'Who’s here to see {{name}}?',
  chooseVisitorOut: 'Who’s going home?',
  others: 'Others',
  alreadyIn: '{{name}} is already checked in, since {{time}}.',
  alreadyOut: '{{name}} is already checked out, since {{time}}.',
  parentId: 'Parent: {{id}}',
  signedOutTitle: 'First you need an account',
  signedOutText:
    'Your children and their friends are kept there. Once you have signed in, you continue right here.',
  tryFirst: 'Want to try it first? Close this and press the example on the page.',
  noChildrenTitle: 'No children yet',
  noChildrenText: 'Add your child. Then you add the friends who usually come.',
  noVisitorsText: 'Add a friend of {{name}}, and check them in with one tap when they arrive.',
  toProfile: 'Go to profile',
  notStored: 'This device could not save it. Try again, or free some space in the browser.',
  loadFailed: 'Your data could not be fetched. Try again.',
} as const satisfies Translated<typeof sv.modal>;
