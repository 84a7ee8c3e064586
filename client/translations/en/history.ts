import type * as sv from '#client/translations/sv/history.ts';
import type { Translated } from '#client/translations/translations.ts';
import { MONTH_DAYS, QUARTER_DAYS, type YEAR_DAYS } from '#domain/limits.ts';
import type { English } from '#domain/number-words.ts';

export const history = {
  since: 'since {{from}}',
  arrivalUnknown: 'left {{to}}, unknown when the visit began',
  departureUnknown: 'arrived {{from}}, unknown when the visit ended',
  with: 'with',
  arrived: 'Arrived',
  left: 'Left',
  unknown: 'unknown',
  uncertain: 'approximate time',
  corrected: 'Corrected',
  correctedTo: ' to ',
  staysNight: 'Staying the night',
  added: 'Added afterwards, {{time}}',
  filledIn: 'Filled in afterwards',
  add: 'Add a visit',
  by: 'by',
  and: 'and',
  formerParent: 'a former parent',
} as const satisfies Translated<typeof sv.history>;

export const historyPage = {
  filters: 'Filters',
  child: 'Child',
  allChildren: 'All children',
  person: 'Friend',
  everyone: 'All friends',
  day: 'Day',
  when: 'When',
  allDays: 'All days',
  today: 'Today',
  yesterday: 'Yesterday',
  thisWeek: 'This week',
  lastSeven: '7 days',
  count: { one: '{{number}} visit', other: '{{number}} visits' },
  monthBefore: 'The month before',
  monthAfter: 'The month after',
  oftenHere: 'Most often here in {{month}}',
  times: { one: '{{number}} time', other: '{{number}} times' },
  length: 'Time',
  loadingOlder: 'Loading older visits…',
  kept: {
    days_30: `Visits are kept for ${MONTH_DAYS} days.`,
    days_90: `Visits are kept for ${QUARTER_DAYS} days.`,
    days_365: `Visits are kept for ${'a year' satisfies English[typeof YEAR_DAYS]}.`,
    days_forever: 'Visits are kept forever.',
    change: 'Change how long',
  },
  empty: {
    title: 'No visits yet',
    text: 'When you check in a friend, the visit shows up here.',
    action: 'To the dashboard',
  },
  filteredEmpty: {
    title: 'No visits to show',
    text: 'Choose another day, child or friend.',
    action: 'Show all visits',
  },
  showMore: 'Show more visits',
  shown: 'Showing {{shown}} of {{number}} visits.',
} as const satisfies Translated<typeof sv.historyPage>;
