import type { Language } from '#domain/fields.ts';

/** The messages to the other family. They follow the language of the profile, not of the app, so both are loaded. */
export const toOtherFamily = {
  sv: { in: '{{name}} är framme, {{time}}.', out: '{{name}} gick hem {{time}}.' },
  en: { in: '{{name}} has arrived, {{time}}.', out: '{{name}} went home, {{time}}.' },
} as const satisfies Record<Language, Record<'in' | 'out', string>>;
