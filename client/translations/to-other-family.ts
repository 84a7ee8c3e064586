import type { Language } from '#domain/fields.ts';

/** The messages a parent sends to the other family, in the language of the profile, whatever is on screen: both are at hand. */
export const toOtherFamily = {
  sv: { in: '{{name}} är framme, {{time}}.', out: '{{name}} gick hem {{time}}.' },
  en: { in: '{{name}} has arrived, {{time}}.', out: '{{name}} went home, {{time}}.' },
} as const satisfies Record<Language, Record<'in' | 'out', string>>;
