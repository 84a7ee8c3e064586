import * as v from 'valibot';
import { accept, defineCommand, refuse } from '../command.ts';
import type { Profile } from '../documents.ts';
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
  }),
  reads: (_args, { actor }) => ({ paths: [profilePath(actor)] }),
  decide(reading, { phone, ...changes }, { actor, at }) {
    const stored = reading.get(profilePath(actor));
    if (!stored) return refuse('not-found');
    const { phone: storedPhone, ...profile } = stored;
    const kept = phone ?? storedPhone;
    const document = {
      ...profile,
      ...withoutUndefined(changes),
      ...(kept ? { phone: kept } : {}),
      updatedAt: at,
    };
    return accept([{ put: profilePath(actor), document }]);
  },
});

/** Drops undefined fields, so that they overwrite nothing. */
function withoutUndefined(changes: { [K in keyof Profile]?: Profile[K] | undefined }): Partial<Profile> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
