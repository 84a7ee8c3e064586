import * as v from 'valibot';
import { birthDateSchema, emailSchema, languageSchema, nameSchema, phoneSchema } from './fields.ts';
import { idSchema } from './ids.ts';
import type { Kind } from './paths.ts';
import { certaintySchema, isoTimeSchema, zoneSchema } from './time.ts';
import { keepDaysSchema } from './visits/retention.ts';

/** The five documents of a household (design, section 3): one schema each, their types inferred from it. */

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
  /** How many days past visits are kept, null for ever; absent until the parent chose (see keeping.ts). */
  keepVisits: v.optional(keepDaysSchema),
  updatedAt: isoTimeSchema,
});

const childSchema = v.object({
  name: nameSchema,
  birthDate: birthDateSchema,
  createdAt: isoTimeSchema,
});

/** The op that last changed a visitor's status, the device it was tapped on and the visit it wrote. */
const changeMarkSchema = v.object({ op: idSchema, device: idSchema, visit: idSchema });
export type ChangeMark = v.InferOutput<typeof changeMarkSchema>;

const presence = {
  status: statusSchema,
  openVisit: v.optional(idSchema),
  latest: v.optional(changeMarkSchema),
};

const friendSchema = v.object({
  name: nameSchema,
  parentPhone: phoneSchema,
  /** The number in E.164, only where the server was certain of it. */
  parentPhoneE164: v.optional(v.string()),
  createdAt: isoTimeSchema,
  timestamp: v.optional(isoTimeSchema),
  ...presence,
});

const guestSchema = v.object({
  name: nameSchema,
  parentUserId: nameSchema,
  createdAt: isoTimeSchema,
  timestamp: isoTimeSchema,
  ...presence,
});

/** One end of a stay: when, who tapped on what, and how far the time is believed. */
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

/** One stay. An end that is absent is unknown, unless the visit is open: then nobody has left yet. */
const visitSchema = v.object({
  visitor: v.object({ kind: v.picklist(['friend', 'guest']), id: idSchema, name: nameSchema }),
  open: v.boolean(),
  arrived: v.optional(momentSchema),
  left: v.optional(momentSchema),
  /** What the visitor's latest change was before this visit began: an undo restores it. */
  previous: v.optional(changeMarkSchema),
  corrections: v.array(correctionSchema),
});

export type Profile = v.InferOutput<typeof profileSchema>;
export type Child = v.InferOutput<typeof childSchema>;
export type Friend = v.InferOutput<typeof friendSchema>;
export type Guest = v.InferOutput<typeof guestSchema>;
export type Moment = v.InferOutput<typeof momentSchema>;
export type Correction = v.InferOutput<typeof correctionSchema>;
export type Visit = v.InferOutput<typeof visitSchema>;

export interface DocumentOf {
  profile: Profile;
  child: Child;
  friend: Friend;
  guest: Guest;
  visit: Visit;
}
export type Document = DocumentOf[Kind];

export const documentSchemas = {
  profile: profileSchema,
  child: childSchema,
  friend: friendSchema,
  guest: guestSchema,
  visit: visitSchema,
} as const satisfies Record<Kind, v.GenericSchema>;

/** The time by which a visit is found and sorted: its arrival, else its departure. Every visit has one of the two. */
export function visitStart(visit: Visit): string {
  return visit.arrived?.at ?? visit.left?.at ?? '';
}

/** The later of arrival and departure: history shows the newest first by it (design, section 3). */
export function visitLatest(visit: Visit): string {
  return visit.left?.at ?? visit.arrived?.at ?? '';
}

/** The last time a stay is known to cover; an open one covers all that comes, a half known one its one moment. */
export function visitEnd(visit: Visit): string {
  return visit.open ? '~' : visitLatest(visit);
}
