import type { correction as swedish } from '#client/translations/sv/rare/correction.ts';
import type { Translated } from '#client/translations/translated.ts';

export const correction = {
  title: 'Correct time',
  intro: 'The old time stays visible.',
  date: 'Date',
  time: 'Time',
  openHint: 'Enter when the visit ended to check out then. Leave it empty if it is still going on.',
  unknownHint: 'The time is unknown. Leave it empty if you do not know.',
  done: 'The time is corrected.',
  problems: {
    unchanged: 'Change a time first, or cancel.',
    incomplete: 'Fill in both date and time.',
    'too-many-corrections': 'The times of a visit can be corrected at most 50 times.',
    'ends-before-start': 'The visit cannot end before it began. Change one of the times.',
    'in-the-future': 'That time is in the future. Choose a time that has passed.',
    overlaps: 'The time collides with another visit of {{name}}. Choose a time outside it.',
    'visit-open': 'The visit is ongoing. Check out first, then the time can be corrected.',
    'not-found': 'The visit no longer exists. It may have been removed on another phone.',
    other: 'An error occurred. Try again.',
  },
} as const satisfies Translated<typeof swedish>;
