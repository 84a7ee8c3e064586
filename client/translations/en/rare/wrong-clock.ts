import type { wrongClock as swedish } from '#client/translations/sv/rare/wrong-clock.ts';
import type { Translated } from '#client/translations/translated.ts';

export const wrongClock = {
  fast: 'The clock of this device is {{by}} fast. The times here are right all the same.',
  slow: 'The clock of this device is {{by}} slow. The times here are right all the same.',
} as const satisfies Translated<typeof swedish>;
