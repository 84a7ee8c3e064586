import type { Language } from '#domain/language.ts';

/**
 * The messages to the other family. They follow the language of the profile, not of the app, so all are loaded.
 * `{{when}}` is `today`, or `before` for a tap of another day; `link` follows on a line of its own.
 */
export const toOtherFamily: Record<Language, Record<'in' | 'out' | 'today' | 'before' | 'link', string>> = {
  sv: {
    in: '{{name}} är framme hos oss sedan {{when}}.',
    out: '{{name}} gick hem {{when}}.',
    link: 'Se när {{name}} går hem: {{link}}',
    today: '{{time}}',
    before: '{{time}}',
  },
  en: {
    in: '{{name}} arrived {{when}}.',
    out: '{{name}} went home {{when}}.',
    link: 'See when {{name}} goes home: {{link}}',
    today: 'at {{time}}',
    before: 'on {{time}}',
  },
};
