import * as v from 'valibot';
import { READER_ANSWERS } from '../links/fields.ts';
import { isoTimeSchema } from '../time.ts';
import { post } from './call.ts';

/**
 * The calls of a reader: whoever has the link of a visit, without an account. All are POST, so that the secret stands in no
 * address, and answer every link that shows nothing alike: 410 `link-expired`.
 */

/** Any text: a malformed secret is answered as an unknown one. */
const secretSchema = v.string();

/** An end of a visit as a reader sees it. */
const shownEndSchema = v.object({
  at: isoTimeSchema,
  /** The zone of the tap. */
  zone: v.string(),
  corrected: v.exactOptional(v.boolean()),
  uncertain: v.exactOptional(v.boolean()),
});
export type ShownEnd = v.InferOutput<typeof shownEndSchema>;

const shownAnswerSchema = v.object({
  code: v.picklist(READER_ANSWERS),
  until: v.exactOptional(isoTimeSchema),
  at: isoTimeSchema,
  reply: v.exactOptional(v.object({ yes: v.boolean(), at: isoTimeSchema })),
});
export type ShownAnswer = v.InferOutput<typeof shownAnswerSchema>;

/** A visit as a reader sees it: first names, times, and the number of whoever made the link if they chose to show it. */
export const shownVisitSchema = v.object({
  visitor: v.string(),
  child: v.string(),
  /** The parent who made the link; absent once they have left the family. */
  sender: v.exactOptional(
    v.object({
      name: v.string(),
      phone: v.exactOptional(v.string()),
      /** The phone in E.164 form, if the server is certain of it. */
      e164: v.exactOptional(v.string()),
    }),
  ),
  open: v.boolean(),
  /** Null if unknown. */
  arrived: v.nullable(shownEndSchema),
  /** Null if unknown, or while the visit is open. */
  left: v.nullable(shownEndSchema),
  /** The planned time home of an open visit. */
  expected: v.nullable(isoTimeSchema),
  answer: v.nullable(shownAnswerSchema),
  /** The device is signed in to the family that made the link: nothing is marked as opened. */
  isOwn: v.boolean(),
  /** The server's time. */
  asOf: isoTimeSchema,
});
export type ShownVisit = v.InferOutput<typeof shownVisitSchema>;

/** The data stored about a reader's family, as `storedByLink` answers: this visit, and how to reach whoever hosts. */
const storedByLinkSchema = v.object({
  /** The name as typed. */
  name: v.string(),
  /** The last two digits of the phone number; null if none is stored. */
  phoneEnding: v.nullable(v.string()),
  visit: shownVisitSchema,
  madeAt: isoTimeSchema,
  openedAt: v.nullable(isoTimeSchema),
  /** The answer that stands again if the latest is taken back. */
  replaced: v.nullable(shownAnswerSchema),
  /** Days that the family keeps past visits; null: for ever. */
  keptDays: v.nullable(v.number()),
});
export type StoredByLink = v.InferOutput<typeof storedByLinkSchema>;

/** An answer, or the time of the one that is taken back. */
export const answerSchema = v.union([
  v.object({ code: v.picklist(READER_ANSWERS), until: v.exactOptional(isoTimeSchema) }),
  v.object({ takesBack: isoTimeSchema }),
]);

/** The calls of a reader, by name. */
export const linkCalls = {
  seeVisit: post('/api/visit-link', {
    /** `shown`: the page has been on screen for a second, so that the first time counts as opened. */
    request: v.object({ link: secretSchema, shown: v.boolean() }),
    reply: shownVisitSchema,
  }),
  answerVisit: post('/api/visit-link/answer', {
    request: v.object({
      link: secretSchema,
      answer: answerSchema,
    }),
    reply: shownVisitSchema,
  }),
  storedByLink: post('/api/visit-link/stored', {
    request: v.object({ link: secretSchema }),
    reply: storedByLinkSchema,
  }),
  refuseLinks: post('/api/visit-link/refuse', {
    /** `remove`: asks the family also to remove what it stored. */
    request: v.object({ link: secretSchema, remove: v.boolean() }),
  }),
} as const;

/**
 * The stream of a visit: POST, answered with server-sent events: `visit` (a ShownVisit, at once and after each change),
 * `closed` (the link shows nothing any more), `heartbeat` (what was shown last held at `asOf`). A stream that ends without
 * `closed` is opened anew. Beyond the number of streams there may be: 429, and the page asks `seeVisit` now and then.
 */
export const VISIT_STREAM = '/api/visit-link/live';
export const visitStreamSchema = v.object({ link: secretSchema });
