import * as v from 'valibot';
import { documentSchemas } from '../documents.ts';
import { idSchema } from '../ids.ts';
import { isoTimeSchema } from '../time.ts';
import { activitySchema } from './account-calls.ts';

const { profile, child, friend, guest, visit } = documentSchemas;

const namedSchema = v.strictObject({ name: v.string(), createdAt: isoTimeSchema });

const since = v.strictObject({
  askedAt: isoTimeSchema,
  agreedAt: v.nullable(isoTimeSchema),
  /** The time at which the link was made by which it was asked. */
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
  /** Their times, made and first opened; their hashes are left out. */
  links: v.optional(v.array(v.strictObject(v.omit(visit.entries.links.wrapped.item, ['hash']).entries))),
});
export type ExportedVisit = v.InferOutput<typeof exportedVisitSchema>;

/**
 * The export of a household (data portability). Documents are as stored, each with its id. Left out is authentication data
 * (hashes of passwords, codes, cookies and links, passkeys' keys, providers' subjects, times of re-authentication) and
 * anonymous bookkeeping (rate limits, received ops).
 */
export const exportSchema = v.strictObject({
  format: v.literal('framme-export-1'),
  exportedAt: isoTimeSchema,
  account: v.strictObject({
    email: v.string(),
    emailVerifiedAt: v.nullable(isoTimeSchema),
    /** A new address that is not confirmed yet. */
    newEmail: v.nullable(v.string()),
    /** Addresses to which a change can still be undone. */
    formerEmails: v.array(v.string()),
    hasPassword: v.boolean(),
    passkeyRequiredSince: v.nullable(isoTimeSchema),
    recoveryCodes: v.number(),
  }),
  /** The devices that are signed in; `toldSince`: notified since then. Their addresses at push services are left out. */
  devices: v.array(
    v.strictObject({
      ...namedSchema.entries,
      seenAt: isoTimeSchema,
      toldSince: v.optional(v.nullable(isoTimeSchema)),
    }),
  ),
  /** The trusted browsers, which have no name. */
  knownBrowsers: v.array(v.strictObject({ since: isoTimeSchema, until: isoTimeSchema })),
  passkeys: v.array(
    v.strictObject({ ...namedSchema.entries, usedAt: v.nullable(isoTimeSchema), synced: v.boolean() }),
  ),
  /** The connected providers. */
  providers: v.array(namedSchema),
  profile: v.strictObject(profile.entries),
  /** The parents of the household, this one included, by name. */
  parents: v.optional(v.array(v.strictObject({ name: v.string(), since: isoTimeSchema }))),
  /** The open invitation of another parent: when it was made, and the name of who made it. */
  invitations: v.optional(
    v.array(v.strictObject({ madeAt: isoTimeSchema, expiresAt: isoTimeSchema, by: v.string() })),
  ),
  /** The families that follow a friend or guest, ask to or were refused: its id and first name, and the names of all their parents. */
  followers: v.optional(
    v.array(
      v.strictObject({ visitor: idSchema, name: v.string(), parents: v.array(v.string()), ...since.entries }),
    ),
  ),
  /** The children of other families that are followed, or asked for: the first name once they said yes. */
  following: v.optional(v.array(v.strictObject({ name: v.nullable(v.string()), ...since.entries }))),
  children: v.array(exportedChildSchema),
  /** Notices to other families that are not sent yet. */
  notices: v.array(
    v.strictObject({
      to: v.union([v.strictObject({ phone: v.string() }), v.strictObject({ userId: v.string() })]),
      name: v.string(),
      status: v.picklist(['in', 'out']),
      at: isoTimeSchema,
      dueAt: isoTimeSchema,
    }),
  ),
  /** Events of the security of the account, newest first. */
  activity: v.array(v.strictObject(activitySchema.entries)),
  /** Open visits first, then newest first. */
  visits: v.array(exportedVisitSchema),
});
export type Export = v.InferOutput<typeof exportSchema>;
