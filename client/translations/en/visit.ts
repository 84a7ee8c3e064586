import type * as sv from '#client/translations/sv/visit.ts';
import type { Translated } from '#client/translations/translations.ts';
import { DAYS_REMOVED_KEPT, MAX_CORRECTIONS } from '#domain/limits.ts';

export const visit = {
  correctEnd: 'Correct',
  checkOutNow: 'Check out now',
  leftEarlier: 'Left earlier?',
  leftAgo: 'Left {{time}} ago',
  leftBefore: 'Left {{time}} earlier',
  question: 'Has {{name}} gone home?',
  answers: {
    now: 'Yes, now',
    before: '30 min ago',
    choose: 'Choose a time',
    stays: 'Stays the night',
  },
  leftAt: '{{name}} was checked out {{time}}.',
  cameAt: '{{name}} arrived {{time}}.',
  stays: '{{name}} is staying the night.',
  asksAgain: 'OK, we’ll ask again.',
  remove: 'Remove the visit',
  removed: 'Visit removed.',
  restore: 'Restore',
  restoreNamed: 'Restore {{name}}’s visit, {{time}}',
  restored: 'Visit restored.',
  cannotRestore: 'The visit clashes with something that has changed since.',
  restoreFromList: 'The visit could not be restored from here. See Removed visits in the history.',
  removals: 'Removed visits ({{count}})',
  removedAt: 'Removed {{time}}',
  removalsHint: `A removed visit can be restored for up to ${DAYS_REMOVED_KEPT} days.`,
} as const satisfies Translated<typeof sv.visit>;

export const correction = {
  title: 'Correct time',
  intro: 'The old time stays visible.',
  date: 'Date',
  time: 'Time',
  openHint: 'Enter when the visit ended, and it is checked out then. Leave it empty if it is still going on.',
  unknownHint: 'The time is unknown. Leave it empty if you do not know.',
  done: 'The time is corrected.',
  undone: 'Undone. The time is as before.',
  twice: 'The clocks go back. Which {{time}}?',
  first: 'first {{time}}',
  second: 'second {{time}}',
  skipped: 'There is no {{time}} on that day, as the clocks go forward. The time will be {{moved}}.',
  problems: {
    unchanged: 'Change a time first, or cancel.',
    incomplete: 'Fill in both date and time.',
    'too-many-corrections': `The times of a visit can be corrected at most ${MAX_CORRECTIONS} times.`,
    'ends-before-start': 'The visit cannot end before it began. Change one of the times.',
    'in-the-future': 'That time is in the future. Choose a time that has passed.',
    overlaps: 'The time overlaps another visit by {{name}}. Choose a time outside it.',
    'visit-open': 'The visit is still going on. Check out first, then correct the time.',
    'not-found': 'The visit no longer exists. It may have been removed on another phone.',
    other: 'An error occurred. Try again.',
  },
} as const satisfies Translated<typeof sv.correction>;

export const addVisit = {
  otherDay: 'Another day',
  earlier: '−{{minutes}} min',
  addIntro: 'For a visit that nobody checked in. The other family gets no notification of it.',
  who: 'Who was here?',
  nextDay: 'The visit ended the next day.',
  addDone: 'Visit added.',
  addProblems: {
    who: 'Choose who was here.',
    incomplete: 'Fill in the date and both times.',
    old: 'Visits that old are not kept. Choose a later day.',
  },
} as const satisfies Translated<typeof sv.addVisit>;
