import type { Language } from '#domain/language.ts';

/**
 * The messages to the other family. They follow the language of the profile, not of the app, so all are loaded.
 * `{{when}}` is `today`, or `before` for a tap of another day.
 */
export const toOtherFamily: Record<Language, Record<'in' | 'out' | 'today' | 'before', string>> = {
  sv: {
    in: '{{name}} är framme hos oss sedan {{when}}.',
    out: '{{name}} gick hem {{when}}.',
    today: '{{time}}',
    before: '{{time}}',
  },
  en: {
    in: '{{name}} arrived {{when}}.',
    out: '{{name}} went home {{when}}.',
    today: 'at {{time}}',
    before: 'on {{time}}',
  },
};
