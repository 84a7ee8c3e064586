import type { plainHttp as swedish } from '#client/translations/sv/rare/plain-http.ts';
import type { Translated } from '#client/translations/translated.ts';

export const plainHttp = {
  title: 'This address has no https',
  text: 'So nobody can sign in or create an account here, and nothing is stored. Ask whoever hosts the page for the address that begins with https://.',
} as const satisfies Translated<typeof swedish>;
