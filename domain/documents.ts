import * as v from 'valibot';
import { birthDateSchema, emailSchema, languageSchema, nameSchema, phoneSchema } from './fields.ts';
import { idSchema } from './ids.ts';
import { visitLinkFields, visitorLinkFields } from './links/link-fields.ts';
import type { Kind } from './paths.ts';
import { certaintySchema, isoTimeSchema, zoneSchema } from './time.ts';
import { visitorTripFields, visitTripFields } from './trips/trip-fields.ts';
import { schemasOf } from './visitor-fields.ts';
import { retentionDaysSchema } from './visits/retention.ts';

/** The five documents of a household, one schema each (specification, section 3). */

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
  /** Days, null for ever; absent until chosen (visits/retention.ts). */
  keepVisits: v.optional(retentionDaysSchema),
  /** Absent for the parent who registered the household. */
  joinedAt: v.optional(isoTimeSchema),
  /** The end of this parent's invitation while somebody asks to join by it. */
  askedUntil: v.optional(isoTimeSchema),
  /** Changes with each event of a follow, on either side, so that pages fetch follows again. */
  followingAt: v.optional(isoTimeSchema),
  updatedAt: isoTimeSchema,
});

/** The op that last changed the status, its device, and the visit it wrote. */
const changeMarkSchema = v.object({ op: idSchema, device: idSchema, visit: idSchema });
export type ChangeMark = v.InferOutput<typeof changeMarkSchema>;

const presence = {
  status: statusSchema,
  openVisit: v.optional(idSchema),
  latest: v.optional(changeMarkSchema),
};

const shared = {
  /** Server time of the last change of first name: an older yes to a follow was for the previous one. */
  renamedAt: v.optional(isoTimeSchema),
  ...presence,
  ...visitorLinkFields,
  ...visitorTripFields,
};

/** Entries set by commands; what a parent fills in belongs in visitor-fields.ts. */
type SetByCommands = Partial<
  Record<'parentPhoneE164' | 'createdAt' | 'timestamp' | keyof typeof shared, v.GenericSchema>
>;

const friendState = {
  /** E.164; set by the server only if it was certain. */
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

/** A missing end is unknown, except `left` of an open visit: still here. */
const visitSchema = v.object({
  visitor: v.object({ kind: v.picklist(['friend', 'guest']), id: idSchema, name: nameSchema }),
  open: v.boolean(),
  arrived: v.optional(momentSchema),
  left: v.optional(momentSchema),
  /** The visitor's `latest` before this visit began; undo restores it. */
  previous: v.optional(changeMarkSchema),
  corrections: v.array(correctionSchema),
  /** Added afterwards: nobody tapped it. */
  added: v.optional(v.object({ by: idSchema, at: isoTimeSchema })),
  /** Stops the question whether the visitor has left. */
  staysNight: v.optional(v.object({ by: idSchema, at: isoTimeSchema })),
  ...visitLinkFields,
  ...visitTripFields,
});

/** Kept so that it can be put back (visits/removals.ts). */
const removedVisitSchema = v.object({
  id: idSchema,
  by: idSchema,
  /** Absent in removals by earlier versions. */
  device: v.optional(idSchema),
  at: isoTimeSchema,
  visit: visitSchema,
});

const childSchema = v.object({
  name: nameSchema,
  birthDate: birthDateSchema,
  createdAt: isoTimeSchema,
  /** Oldest first. */
  removedVisits: v.optional(v.array(removedVisitSchema)),
});

export type Moment = v.InferOutput<typeof momentSchema>;
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
