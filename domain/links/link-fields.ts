import * as v from 'valibot';
import { idSchema } from '../ids.ts';
import { isoTimeSchema } from '../time.ts';

/** Apart from secret.ts, which a parent's first screen does not load. */
export const LINK_SECRET_BYTES = 32;

/** SHA-256, base64url. Nothing that a server stores opens a link. */
export const linkHashSchema = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/));

const visitLinkSchema = v.object({
  id: idSchema,
  hash: linkHashSchema,
  by: idSchema,
  madeAt: isoTimeSchema,
  /** Only the first opening is stored. */
  openedAt: v.optional(isoTimeSchema),
  /** Shows the sender's number beside their name. */
  showsPhone: v.optional(v.boolean()),
});
export type VisitLink = v.InferOutput<typeof visitLinkSchema>;

/** It never closes a visit. */
const expectedHomeSchema = v.object({ at: isoTimeSchema, by: idSchema, setAt: isoTimeSchema });

/** `stay` asks to stay until a time. There is no free text. */
export const READER_ANSWERS = ['on-my-way', 'thanks', 'stay'] as const;

const answerFields = {
  code: v.picklist(READER_ANSWERS),
  /** For `stay`. */
  until: v.optional(isoTimeSchema),
  at: isoTimeSchema,
  /** The host's reply to `stay`. */
  reply: v.optional(v.object({ yes: v.boolean(), by: idSchema, at: isoTimeSchema })),
};

const linkAnswerSchema = v.object({
  ...answerFields,
  /** Stands again if this answer is taken back. */
  replaced: v.optional(v.object(answerFields)),
});
export type LinkAnswer = v.InferOutput<typeof linkAnswerSchema>;

export const visitLinkFields = {
  links: v.optional(v.array(visitLinkSchema)),
  expected: v.optional(expectedHomeSchema),
  answer: v.optional(linkAnswerSchema),
};

/** The other family wants no more links, or also asks to be removed. */
const linkRefusalSchema = v.object({
  /** Links made before this time are dead for ever. */
  at: isoTimeSchema,
  removalAskedAt: v.optional(isoTimeSchema),
  allowedAt: v.optional(isoTimeSchema),
  /** The host answered that the person stays. */
  keptAt: v.optional(isoTimeSchema),
});

export const visitorLinkFields = { linkRefusal: v.optional(linkRefusalSchema) };
