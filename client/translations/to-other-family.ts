import type { Language } from '#domain/language.ts';

/**
 * Messages to the other family; `today` and `before` fill `{{when}}`. In the profile's language, so all are
 * loaded. `link` follows on its own line.
 */
export const toOtherFamily: Record<
  Language,
  Record<'in' | 'out' | 'today' | 'before' | 'link' | 'linkHome', string>
> = {
  sv: {
    in: '{{name}} är framme hos oss sedan {{when}}.',
    out: '{{name}} gick hem {{when}}.',
    link: 'Se när {{name}} går hem: {{link}}',
    linkHome: 'Säg här när {{name}} är hemma: {{link}}',
    today: '{{time}}',
    before: '{{time}}',
  },
  en: {
    in: '{{name}} arrived {{when}}.',
    out: '{{name}} went home {{when}}.',
    link: 'See when {{name}} goes home: {{link}}',
    linkHome: 'Say here when {{name}} is home: {{link}}',
    today: 'at {{time}}',
    before: 'on {{time}}',
  },
};
