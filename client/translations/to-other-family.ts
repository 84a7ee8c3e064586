import type { Language } from '#domain/language.ts';

/**
 * The messages to the other family. They follow the language of the profile, not of the app, so all are loaded.
 * `timeSeparator` stands between hours and minutes.
 */
export const toOtherFamily: Record<Language, Record<'in' | 'out' | 'timeSeparator', string>> = {
  sv: { in: '{{name}} är framme, {{time}}.', out: '{{name}} gick hem {{time}}.', timeSeparator: '.' },
  en: { in: '{{name}} has arrived, {{time}}.', out: '{{name}} went home, {{time}}.', timeSeparator: ':' },
};
