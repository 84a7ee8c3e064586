/** The reasons of the rulebook to refuse a change; those of a size are in common.ts. */
export const refusals = {
  'invalid-arguments': 'Något av det du skrev går inte att spara.',
  'unknown-command': 'Servern känner inte till den här ändringen. Ladda om sidan och försök igen.',
  'not-found': 'Det som skulle ändras finns inte längre.',
  'id-taken': 'Det här har redan lagts till.',
  superseded: 'Någon har ändrat det här efter dig.',
  'visit-open': 'Besöket pågår fortfarande.',
  'ends-before-start': 'Sluttiden ligger före starttiden.',
  'in-the-future': 'Tiden ligger i framtiden.',
  overlaps: 'Tiden krockar med ett annat besök.',
  'out-of-order': 'Ändringarna kom i fel ordning. Försök igen.',
  'too-many-corrections': 'Tiderna för ett besök kan ändras högst 50 gånger.',
  'in-the-past': 'Tiden har redan varit.',
  'too-far-ahead': 'Tiden ligger mer än sju dagar fram.',
  'link-limit': 'Fem länkar finns redan. Ta tillbaka dem först.',
  'links-refused': 'Familjen vill inte ha länkar: länken visar inget.',
  failed: 'Något gick fel hos oss. Försök igen om en stund.',
} as const;
