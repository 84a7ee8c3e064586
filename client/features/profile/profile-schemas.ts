import type * as v from 'valibot';
import { emptyOr, nameSchema, phoneSchema } from '#domain/fields.ts';

export type ProfileField = 'firstName' | 'lastName' | 'phone';

/** Names are required; the phone is empty or a valid number. */
export const profileSchemas = {
  firstName: nameSchema,
  lastName: nameSchema,
  phone: emptyOr(phoneSchema),
} satisfies Record<ProfileField, v.GenericSchema>;
