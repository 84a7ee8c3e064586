import type { visit as swedish } from '#client/translations/sv/visit.ts';
import type { Translated } from '#client/translations/translated.ts';

export const visit = {
  correctEnd: 'Correct',
  giveTime: 'Set a time',
  question: 'Has {{name}} gone home?',
  answers: {
    now: 'Yes, now',
    before: '30 min ago',
    choose: 'Choose a time',
    stays: 'Stays the night',
  },
  leftAt: '{{name}} has been checked out since {{time}}.',
  stays: '{{name}} is staying the night.',
  asksAgain: 'OK, we will ask again.',
  remove: 'Remove the visit',
  removed: 'Visit removed.',
  restore: 'Put back',
  restoreNamed: 'Put back {{name}}’s visit, {{time}}',
  restored: 'Visit put back.',
  cannotRestore: 'The visit clashes with something that has happened since.',
  restoreFromList: 'The visit could not be put back from here. See Removed visits in the history.',
  removals: 'Removed visits ({{count}})',
  removedAt: 'Removed {{time}}',
  removalsHint: 'A removed visit can be put back for up to 30 days.',
} as const satisfies Translated<typeof swedish>;
