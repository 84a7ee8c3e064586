import * as v from 'valibot';
import { defineCommand, edit, wasSchema } from '../command.ts';
import { languageSchema, nameSchema, phoneSchema } from '../fields.ts';
import { profilePath } from '../paths.ts';

/**
 * Updates the parent's own profile; omitted fields are unchanged, an empty phone removes it. The e-mail is not editable
 * here (specification, section 5).
 */
export const updateProfile = defineCommand({
  args: v.object({
    firstName: v.optional(nameSchema),
    lastName: v.optional(nameSchema),
    phone: v.optional(v.union([v.literal(''), phoneSchema])),
    notifications: v.optional(v.boolean()),
    language: v.optional(languageSchema),
    was: wasSchema,
  }),
  reads: (_args, { actor }) => ({ paths: [profilePath(actor)] }),
  decide: (reading, changes, { actor, at }) =>
    edit(reading, profilePath(actor), changes, () => ({
      ...(changes.phone === '' && { phone: undefined }),
      updatedAt: at,
    })),
});
