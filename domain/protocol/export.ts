import * as v from 'valibot';
import { documentSchemas } from '../documents.ts';
import { idSchema } from '../ids.ts';
import { isoTimeSchema } from '../time.ts';

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
 * What is kept of a household, as a parent takes it along. Documents are as they are stored, each with its id. Left out is
 * what only proves who somebody is (hashes of passwords, codes, cookies and links, passkeys' keys, services' ids for the
 * parent, when a session was proven), or only keeps order under no name (counted attempts, which taps were received).
 */
export const exportSchema = v.strictObject({
  format: v.literal('framme-export-1'),
  exportedAt: isoTimeSchema,
  account: v.strictObject({
    email: v.string(),
    emailVerifiedAt: v.nullable(isoTimeSchema),
    /** An address that waits for its link to be used. */
    newEmail: v.nullable(v.string()),
    hasPassword: v.boolean(),
    passkeyRequiredSince: v.nullable(isoTimeSchema),
    recoveryCodes: v.number(),
  }),
  /** Where the parent is signed in. */
  devices: v.array(v.strictObject({ ...namedSchema.entries, seenAt: isoTimeSchema })),
  /** The browsers that the account knows, under no name. */
  knownBrowsers: v.array(v.strictObject({ since: isoTimeSchema, until: isoTimeSchema })),
  passkeys: v.array(
    v.strictObject({ ...namedSchema.entries, usedAt: v.nullable(isoTimeSchema), synced: v.boolean() }),
  ),
  /** The services that can sign the parent in. */
  providers: v.array(namedSchema),
  profile: v.strictObject(profile.entries),
  children: v.array(exportedChildSchema),
  /** What other families are to be told and have not been yet. */
  notices: v.array(
    v.strictObject({
      to: v.union([v.strictObject({ phone: v.string() }), v.strictObject({ userId: v.string() })]),
      name: v.string(),
      status: v.picklist(['in', 'out']),
      at: isoTimeSchema,
      dueAt: isoTimeSchema,
    }),
  ),
  /** Open ones first, then the newest first. */
  visits: v.array(exportedVisitSchema),
});
export type Export = v.InferOutput<typeof exportSchema>;
