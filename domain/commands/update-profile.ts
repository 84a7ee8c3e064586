import * as v from 'valibot';
import { accept, acceptUnchanged, defineCommand, edit, refuse, wasSchema } from '../command.ts';
import { languageSchema, nameSchema, phoneSchema } from '../fields.ts';
import { profilePath } from '../paths.ts';
import { retentionDays, retentionDaysSchema } from '../visits/retention.ts';

/** An empty phone removes the number. The e-mail is not editable here (specification, section 5). */
const updateProfile = defineCommand({
  args: v.object({
    firstName: v.optional(nameSchema),
    lastName: v.optional(nameSchema),
    phone: v.optional(v.union([v.literal(''), phoneSchema])),
    notifications: v.optional(v.boolean()),
    language: v.optional(languageSchema),
    was: wasSchema,
  }),
  reads: (_args, { actor }) => ({ paths: [profilePath(actor)] }),
  decide: (documents, changes, { actor, at }) =>
    edit(documents, profilePath(actor), changes, () => ({
      ...(changes.phone === '' && { phone: undefined }),
      updatedAt: at,
    })),
});

/** Deletes nothing itself: the server purges older visits by its own clock. */
const keepVisits = defineCommand({
  args: v.object({ days: retentionDaysSchema }),
  reads: (_args, { actor }) => ({ paths: [profilePath(actor)] }),
  decide(documents, { days }, { actor, at }) {
    const profile = documents.get(profilePath(actor));
    if (!profile) return refuse('not-found');
    if (retentionDays(profile) === days) return acceptUnchanged(undefined);
    return accept([{ put: profilePath(actor), document: { ...profile, keepVisits: days, updatedAt: at } }]);
  },
});

export const profileCommands = { updateProfile, keepVisits } as const;
