import * as v from 'valibot';
import { documentSchemas } from './documents.ts';
import { idSchema } from './ids.ts';
import { isoTimeSchema } from './time.ts';

const { profile, child, friend, guest, visit } = documentSchemas;

const namedSchema = v.strictObject({ name: v.string(), createdAt: isoTimeSchema });

const exportedChildSchema = v.strictObject({
  id: idSchema,
  ...child.entries,
  friends: v.array(v.strictObject({ id: idSchema, ...friend.entries })),
  guests: v.array(v.strictObject({ id: idSchema, ...guest.entries })),
});
export type ExportedChild = v.InferOutput<typeof exportedChildSchema>;

const exportedVisitSchema = v.strictObject({ id: idSchema, child: idSchema, ...visit.entries });
export type ExportedVisit = v.InferOutput<typeof exportedVisitSchema>;

/**
 * All that is kept of a household, as a parent takes it along. Documents are as they are stored, each with its id;
 * what only proves who somebody is (passwords, keys, codes, sessions' tokens) is left out.
 */
export const exportSchema = v.strictObject({
  format: v.literal('framme-export-1'),
  exportedAt: isoTimeSchema,
  account: v.strictObject({
    email: v.string(),
    emailVerifiedAt: v.nullable(isoTimeSchema),
    hasPassword: v.boolean(),
    recoveryCodes: v.number(),
  }),
  /** Where the parent is signed in. */
  devices: v.array(v.strictObject({ ...namedSchema.entries, seenAt: isoTimeSchema })),
  passkeys: v.array(namedSchema),
  /** The services that can sign the parent in. */
  providers: v.array(namedSchema),
  profile: v.strictObject(profile.entries),
  children: v.array(exportedChildSchema),
  /** Open ones first, then the newest first. */
  visits: v.array(exportedVisitSchema),
});
export type Export = v.InferOutput<typeof exportSchema>;
