import type { VisitorMissing } from '#domain/visitor-fields.ts';

/** The messages of fields of a person that are empty. */
export const missing = {
  name: 'Skriv ett namn.',
  birthDate: 'Välj ett födelsedatum.',
  parentPhone: 'Skriv förälderns telefonnummer.',
  parentUserId: 'Skriv förälderns användar-id.',
} as const satisfies VisitorMissing & Record<'birthDate', string>;
