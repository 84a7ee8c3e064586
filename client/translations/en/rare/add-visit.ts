import type { addVisit as swedish } from '#client/translations/sv/rare/add-visit.ts';
import type { Translated } from '#client/translations/translated.ts';

export const addVisit = {
  otherDay: 'Another day',
  earlier: '−{{minutes}} min',
  addIntro: 'For a visit that nobody checked in. The other family is not told about it.',
  who: 'Who was here?',
  nextDay: 'The visit ended the next day.',
  addDone: 'Visit added.',
  addProblems: {
    who: 'Choose who was here.',
    incomplete: 'Fill in the date and both times.',
    old: 'Visits that old are not kept. Choose a later day.',
  },
} as const satisfies Translated<typeof swedish>;
