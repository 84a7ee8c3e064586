import * as v from 'valibot';
import { READER_ANSWERS } from '../links/link-fields.ts';
import { isoTimeSchema } from '../time.ts';
import { post } from './call.ts';

/**
 * Calls of a link holder, without an account. POST keeps the secret out of addresses; every link that shows
 * nothing answers 410 `link-expired`.
 */

/** A malformed secret is answered like an unknown one. */
const secretSchema = v.string();

const shownEndSchema = v.object({
  at: isoTimeSchema,
  zone: v.string(),
  corrected: v.exactOptional(v.boolean()),
  uncertain: v.exactOptional(v.boolean()),
});
export type SharedEnd = v.InferOutput<typeof shownEndSchema>;

const shownAnswerSchema = v.object({
  code: v.picklist(READER_ANSWERS),
  until: v.exactOptional(isoTimeSchema),
  at: isoTimeSchema,
  reply: v.exactOptional(v.object({ yes: v.boolean(), at: isoTimeSchema })),
});
export type SharedAnswer = v.InferOutput<typeof shownAnswerSchema>;

const shownTripSchema = v.object({
  startedAt: isoTimeSchema,
  /** Null if a corrected departure is later. */
  due: v.nullable(isoTimeSchema),
  /** It is shown until then; once past, it only says that nobody said anything. */
  until: isoTimeSchema,
  /** Without a word the trip is open; never by whom. */
  said: v.exactOptional(v.object({ isHome: v.boolean(), at: isoTimeSchema })),
});
export type SharedTrip = v.InferOutput<typeof shownTripSchema>;

/** First names only, and the sender's number only if they chose to show it. */
export const sharedVisitSchema = v.object({
  visitor: v.string(),
  child: v.string(),
  /** Absent once they have left the family. */
  sender: v.exactOptional(
    v.object({
      name: v.string(),
      phone: v.exactOptional(v.string()),
      /** As dialled: not E.164 if the server is uncertain. */
      e164: v.exactOptional(v.string()),
    }),
  ),
  open: v.boolean(),
  arrived: v.nullable(shownEndSchema),
  /** Null if unknown or open. */
  left: v.nullable(shownEndSchema),
  expected: v.nullable(isoTimeSchema),
  answer: v.nullable(shownAnswerSchema),
  /** The way home alone; for a while after a word. */
  trip: v.exactOptional(shownTripSchema),
  /** On a device of the sender's family: nothing counts as opened. */
  isOwn: v.boolean(),
  asOf: isoTimeSchema,
});
export type SharedVisit = v.InferOutput<typeof sharedVisitSchema>;

/** The data about the link holder's family; of the visits, only this one. */
const storedByLinkSchema = v.object({
  name: v.string(),
  /** The phone number's last two digits; null if none is stored. */
  phoneEnding: v.nullable(v.string()),
  visit: sharedVisitSchema,
  madeAt: isoTimeSchema,
  openedAt: v.nullable(isoTimeSchema),
  /** Stands again if the answer is taken back. */
  replaced: v.nullable(shownAnswerSchema),
  /** Days that past visits are kept; null: for ever. */
  keptDays: v.nullable(v.number()),
});
export type StoredByLink = v.InferOutput<typeof storedByLinkSchema>;

/**
 * `takesBack`: the `at` of the answer taken back. `home`: the `startedAt` of the trip whose child is home;
 * `takesBackHome`: the `at` of that word.
 */
export const answerSchema = v.union([
  v.object({ code: v.picklist(READER_ANSWERS), until: v.exactOptional(isoTimeSchema) }),
  v.object({ takesBack: isoTimeSchema }),
  v.object({ home: isoTimeSchema }),
  v.object({ takesBackHome: isoTimeSchema }),
]);
export type SentAnswer = v.InferOutput<typeof answerSchema>;

export const linkCalls = {
  seeVisit: post('/api/visit-link', {
    /** `shown`: on screen for a second, which counts as opened. */
    request: v.object({ link: secretSchema, shown: v.boolean() }),
    reply: sharedVisitSchema,
  }),
  answerVisit: post('/api/visit-link/answer', {
    request: v.object({
      link: secretSchema,
      answer: answerSchema,
    }),
    reply: sharedVisitSchema,
  }),
  storedByLink: post('/api/visit-link/stored', {
    request: v.object({ link: secretSchema }),
    reply: storedByLinkSchema,
  }),
  refuseLinks: post('/api/visit-link/refuse', {
    /** `remove`: also asks to be removed. */
    request: v.object({ link: secretSchema, remove: v.boolean() }),
  }),
} as const;

/**
 * POST, answered with server-sent events: `visit` (SharedVisit, at once and on change), `closed` (the
 * link has ended), `heartbeat` (unchanged at `asOf`). Reopen after an end without `closed`; after 429 poll
 * `seeVisit`.
 */
export const VISIT_STREAM = '/api/visit-link/live';
export const visitStreamSchema = v.object({ link: secretSchema });
