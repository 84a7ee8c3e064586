import type { firstRun as swedish } from '#client/translations/sv/first-run.ts';
import type { Translated } from '#client/translations/translated.ts';

export const firstRun = {
  progress: 'Step {{number}} of {{count}}',
  skip: 'Skip',
  next: 'Continue',
  notNow: 'Not now',
  childTitle: 'Add your child',
  childHint: 'If you have more children, you can add them later.',
  friendTitle: 'Who usually visits {{name}}?',
  friendHint: 'Add a friend. You use the number to call or text the parent.',
  hereTitle: 'Is {{name}} here now?',
  hereHint: 'Check in, and you will see since when. You can undo it.',
} as const satisfies Translated<typeof swedish>;
