import type { history as swedish } from '#client/translations/sv/history.ts';
import type { Translated } from '#client/translations/translated.ts';

export const history = {
  title: 'History',
  since: 'since {{from}}',
  arrivalUnknown: 'left {{to}}, unknown when the visit began',
  departureUnknown: 'arrived {{from}}, unknown when the visit ended',
  with: 'with',
  arrived: 'Arrived',
  left: 'Left',
  unknown: 'unknown',
  stillHere: 'still here',
  uncertain: 'approximate time',
  corrected: 'Corrected',
  correctedTo: ' to ',
  correct: 'Correct time',
  staysNight: 'Staying the night',
  added: 'Added afterwards, {{time}}',
  filledIn: 'Filled in afterwards',
  add: 'Add a visit',
  by: 'by',
  and: 'and',
  formerParent: 'a former parent',
} as const satisfies Translated<typeof swedish>;
