import * as v from 'valibot';
import { nameSchema, phoneSchema } from '#domain/fields.ts';

export type ProfileField = 'firstName' | 'lastName' | 'phone';

/** Names are required; the phone is empty or a valid number. */
export const profileSchemas = {
  firstName: nameSchema,
  lastName: nameSchema,
  phone: v.union([v.pipe(v.string(), v.trim(), v.literal('')), phoneSchema]),
} satisfies Record<ProfileField, v.GenericSchema>;
