import type { pictures as swedish } from '#client/translations/sv/pictures.ts';
import type { Translated } from '#client/translations/translated.ts';

export const pictures = {
  now: 'now',
  noVisits: 'no visits',
} as const satisfies Translated<typeof swedish>;
