import type { refused as swedish } from '#client/translations/sv/rare/refused.ts';
import type { Translated } from '#client/translations/translated.ts';

export const refused = {
  at: '{{what}}, {{time}}',
  count: {
    one: '{{count}} change could not be saved',
    other: '{{count}} changes could not be saved',
  },
  show: 'Show',
  gone: '{{name}} is no longer in the list.',
} satisfies Translated<typeof swedish>;
