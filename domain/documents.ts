import * as v from 'valibot';
import { birthDateSchema, emailSchema, languageSchema, nameSchema, phoneSchema } from './fields.ts';
import { idSchema } from './ids.ts';
import { visitLinkFields, visitorLinkFields } from './links/fields.ts';
import type { Kind } from './paths.ts';
import { certaintySchema, isoTimeSchema, zoneSchema } from './time.ts';
import { schemasOf } from './visitor-fields.ts';
import { retentionDaysSchema } from './visits/retention.ts';

/** The five documents of a household: one schema each, with the types inferred from it (specification, section 3). */

const statusSchema = v.picklist(['in', 'out']);
export type Status = v.InferOutput<typeof statusSchema>;

const profileSchema = v.object({
  username: v.string(),
  email: emailSchema,
  role: v.literal('user'),
  createdAt: isoTimeSchema,
  firstName: nameSchema,
  lastName: nameSchema,
  phone: v.optional(phoneSchema),
  notifications: v.boolean(),
  language: languageSchema,
  /** Days that past visits are kept, null for ever; absent until the parent chose (see visits/retention.ts). */
  keepVisits: v.optional(retentionDaysSchema),
  /** The time of joining; absent of a parent who registered the household. */
  joinedAt: v.optional(isoTimeSchema),
  /** Somebody asks to join by this parent's invitation, which ends at this time; absent once it was answered. */
  askedUntil: v.optional(isoTimeSchema),
  /** The server last had something new about following then, of either side; the app asks what. */
  followingAt: v.optional(isoTimeSchema),
  updatedAt: isoTimeSchema,
});

/** Names the op that last changed a visitor's status, its device and the visit it wrote. */
const changeMarkSchema = v.object({ op: idSchema, device: idSchema, visit: idSchema });
export type ChangeMark = v.InferOutput<typeof changeMarkSchema>;

const presence = {
  status: statusSchema,
  openVisit: v.optional(idSchema),
  latest: v.optional(changeMarkSchema),
};

const shared = {
  /** By the server's clock, when the first name became another: a yes to a following from before is for the former one. */
  renamedAt: v.optional(isoTimeSchema),
  ...presence,
  ...visitorLinkFields,
};

/** The entries that commands set. What a parent fills in about a friend or guest belongs in visitor-fields.ts. */
type SetByCommands = Partial<
  Record<'parentPhoneE164' | 'createdAt' | 'timestamp' | keyof typeof shared, v.GenericSchema>
>;

const friendState = {
  /** The number in E.164 form, set by the server only if it was certain. */
  parentPhoneE164: v.optional(v.string()),
  createdAt: isoTimeSchema,
  timestamp: v.optional(isoTimeSchema),
  ...shared,
} satisfies SetByCommands;

const guestState = {
  createdAt: isoTimeSchema,
  timestamp: isoTimeSchema,
  ...shared,
} satisfies SetByCommands;

const friendSchema = v.object({ ...schemasOf('friend'), ...friendState });
const guestSchema = v.object({ ...schemasOf('guest'), ...guestState });

/** One end of a visit: the time, its certainty, and the op, account and device of the tap. */
const momentSchema = v.object({
  at: isoTimeSchema,
  tappedAt: isoTimeSchema,
  receivedAt: isoTimeSchema,
  zone: zoneSchema,
  certainty: certaintySchema,
  by: idSchema,
  device: idSchema,
  op: idSchema,
});

const correctionSchema = v.object({
  end: v.picklist(['arrived', 'left']),
  from: v.optional(isoTimeSchema),
  to: isoTimeSchema,
  by: idSchema,
  at: isoTimeSchema,
});

/** One visit, from arrival to departure. A missing end is unknown, except `left` of an open visit: still here. */
const visitSchema = v.object({
  visitor: v.object({ kind: v.picklist(['friend', 'guest']), id: idSchema, name: nameSchema }),
  open: v.boolean(),
  arrived: v.optional(momentSchema),
  left: v.optional(momentSchema),
  /** The visitor's `latest` before this visit began; undo restores it. */
  previous: v.optional(changeMarkSchema),
  corrections: v.array(correctionSchema),
  /** The account that added the visit afterwards, and when: nobody tapped it. */
  added: v.optional(v.object({ by: idSchema, at: isoTimeSchema })),
  /** The answer that the visitor stays the night: the visit asks no more whether the visitor has left. */
  staysNight: v.optional(v.object({ by: idSchema, at: isoTimeSchema })),
  ...visitLinkFields,
});

/** A visit that was removed, who did it and when; it can be put back as long as this is kept (visits/removals.ts). */
const removedVisitSchema = v.object({
  id: idSchema,
  by: idSchema,
  /** Absent in removals of earlier versions. */
  device: v.optional(idSchema),
  at: isoTimeSchema,
  visit: visitSchema,
});

const childSchema = v.object({
  name: nameSchema,
  birthDate: birthDateSchema,
  createdAt: isoTimeSchema,
  /** The latest removals, oldest first. */
  removedVisits: v.optional(v.array(removedVisitSchema)),
});

export type Moment = v.InferOutput<typeof momentSchema>;
/** The two ends of a visit. */
export type ArrivedOrLeft = Correction['end'];
export type Correction = v.InferOutput<typeof correctionSchema>;
export type RemovedVisit = v.InferOutput<typeof removedVisitSchema>;

export const documentSchemas = {
  profile: profileSchema,
  child: childSchema,
  friend: friendSchema,
  guest: guestSchema,
  visit: visitSchema,
} as const satisfies Record<Kind, v.GenericSchema>;

export type DocumentOf = { [K in Kind]: v.InferOutput<(typeof documentSchemas)[K]> };
export type Document = DocumentOf[Kind];
export type Profile = DocumentOf['profile'];
export type Child = DocumentOf['child'];
export type Friend = DocumentOf['friend'];
export type Guest = DocumentOf['guest'];
export type Visit = DocumentOf['visit'];
