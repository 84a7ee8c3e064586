import type { missing as swedish } from '#client/translations/sv/rare/missing.ts';
import type { Translated } from '#client/translations/translated.ts';

export const missing = {
  name: 'Enter a name.',
  birthDate: 'Choose a date of birth.',
  parentPhone: 'Enter the parent’s phone number.',
  parentUserId: 'Enter the parent’s user id.',
} as const satisfies Translated<typeof swedish>;
