import * as v from 'valibot';
import { documentSchemas } from '../documents.ts';
import { idSchema } from '../ids.ts';
import { isoTimeSchema } from '../time.ts';
import { comingSchema } from '../trips/coming.ts';
import { activitySchema } from './account-calls.ts';

const { profile, child, friend, guest, visit } = documentSchemas;

const namedSchema = v.strictObject({ name: v.string(), createdAt: isoTimeSchema });

const since = v.strictObject({
  askedAt: isoTimeSchema,
  agreedAt: v.nullable(isoTimeSchema),
  linkMadeAt: v.optional(v.nullable(isoTimeSchema)),
  refusedAt: v.optional(v.nullable(isoTimeSchema)),
});

const exportedChildSchema = v.strictObject({
  id: idSchema,
  ...child.entries,
  friends: v.array(v.strictObject({ id: idSchema, ...friend.entries })),
  guests: v.array(v.strictObject({ id: idSchema, ...guest.entries })),
});
export type ExportedChild = v.InferOutput<typeof exportedChildSchema>;

const exportedVisitSchema = v.strictObject({
  ...{ id: idSchema, child: idSchema, ...visit.entries },
  /** Without hashes. */
  links: v.optional(v.array(v.strictObject(v.omit(visit.entries.links.wrapped.item, ['hash']).entries))),
});
export type ExportedVisit = v.InferOutput<typeof exportedVisitSchema>;

/**
 * Data portability: documents as stored. Left out: authentication data (hashes, passkeys' keys, providers'
 * subjects, times of re-authentication) and anonymous bookkeeping (rate limits, received ops).
 */
export const exportSchema = v.strictObject({
  format: v.literal('framme-export-2'),
  exportedAt: isoTimeSchema,
  account: v.strictObject({
    email: v.string(),
    emailVerifiedAt: v.nullable(isoTimeSchema),
    newEmail: v.nullable(v.string()),
    /** Previous addresses: a change from them can still be undone. */
    formerEmails: v.array(v.string()),
    hasPassword: v.boolean(),
    passkeyRequiredSince: v.nullable(isoTimeSchema),
    recoveryCodes: v.number(),
  }),
  /** Push endpoints are left out; `toldSince`: notified since then. */
  devices: v.array(
    v.strictObject({
      ...namedSchema.entries,
      seenAt: isoTimeSchema,
      toldSince: v.optional(v.nullable(isoTimeSchema)),
    }),
  ),
  /** Trusted browsers, which have no name. */
  knownBrowsers: v.array(v.strictObject({ since: isoTimeSchema, until: isoTimeSchema })),
  passkeys: v.array(
    v.strictObject({ ...namedSchema.entries, usedAt: v.nullable(isoTimeSchema), synced: v.boolean() }),
  ),
  providers: v.array(namedSchema),
  profile: v.strictObject(profile.entries),
  /** By name, this parent included. */
  parents: v.optional(v.array(v.strictObject({ name: v.string(), since: isoTimeSchema }))),
  /** An open invitation to the household; `by`: the inviter's name. */
  invitations: v.optional(
    v.array(v.strictObject({ madeAt: isoTimeSchema, expiresAt: isoTimeSchema, by: v.string() })),
  ),
  /** Includes families that ask or were refused, with the names of all parents. */
  followers: v.optional(
    v.array(
      v.strictObject({ visitor: idSchema, name: v.string(), parents: v.array(v.string()), ...since.entries }),
    ),
  ),
  /** Children followed or asked for; named only once the other family agreed. */
  following: v.optional(
    v.array(
      v.strictObject({ name: v.nullable(v.string()), ...since.entries, coming: v.optional(comingSchema) }),
    ),
  ),
  children: v.array(exportedChildSchema),
  /** Only notices that are not sent yet. */
  notices: v.array(
    v.strictObject({
      to: v.union([v.strictObject({ phone: v.string() }), v.strictObject({ userId: v.string() })]),
      name: v.string(),
      status: v.picklist(['in', 'out']),
      at: isoTimeSchema,
      dueAt: isoTimeSchema,
    }),
  ),
  /** Newest first. */
  activity: v.array(v.strictObject(activitySchema.entries)),
  /** Open ones first, then newest first. */
  visits: v.array(exportedVisitSchema),
});
export type Export = v.InferOutput<typeof exportSchema>;
