import * as v from 'valibot';
import { idSchema } from '../ids.ts';
import { isoTimeSchema } from '../time.ts';

/** Random bytes of a link's secret; apart from its reader (secret.ts), which no first screen of a parent needs. */
export const LINK_SECRET_BYTES = 32;

/** The SHA-256 of a link's secret, base64url. Nothing that a server keeps opens a link. */
export const linkHashSchema = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/));

/** A link to one visit, for whoever has its secret. */
const visitLinkSchema = v.object({
  /** The op that gave it. */
  id: idSchema,
  hash: linkHashSchema,
  by: idSchema,
  madeAt: isoTimeSchema,
  /** The first time that somebody saw the page; no later one is kept. */
  openedAt: v.optional(isoTimeSchema),
  /** Whoever made it wants their own number shown beside their name. */
  showsPhone: v.optional(v.boolean()),
});
export type VisitLink = v.InferOutput<typeof visitLinkSchema>;

/** The planned time home. It never closes a visit. */
const expectedHomeSchema = v.object({ at: isoTimeSchema, by: idSchema, setAt: isoTimeSchema });

/** The answers that a reader can give; `stay` asks to stay until a time. There is no free text. */
export const READER_ANSWERS = ['on-my-way', 'thanks', 'stay'] as const;

const answerFields = {
  code: v.picklist(READER_ANSWERS),
  /** Of `stay`: the time asked for. */
  until: v.optional(isoTimeSchema),
  at: isoTimeSchema,
  /** The host's reply to `stay`. */
  reply: v.optional(v.object({ yes: v.boolean(), by: idSchema, at: isoTimeSchema })),
};

const readerAnswerSchema = v.object({
  ...answerFields,
  /** The answer before this one, which stands again if this one is taken back. */
  replaced: v.optional(v.object(answerFields)),
});
export type ReaderAnswer = v.InferOutput<typeof readerAnswerSchema>;

/** The fields of a visit that belong to its links. */
export const visitLinkFields = {
  links: v.optional(v.array(visitLinkSchema)),
  expected: v.optional(expectedHomeSchema),
  answer: v.optional(readerAnswerSchema),
};

/** The other family's no through a link: no more links, or also that it wants to be removed. */
const linkRefusalSchema = v.object({
  /** Links made before this time are dead for ever. */
  at: isoTimeSchema,
  removalAskedAt: v.optional(isoTimeSchema),
  /** The host allowed links again. */
  allowedAt: v.optional(isoTimeSchema),
  /** The host answered that the person stays in the list. */
  keptAt: v.optional(isoTimeSchema),
});
export type LinkRefusal = v.InferOutput<typeof linkRefusalSchema>;

/** The field of a friend or guest that belongs to links. */
export const visitorLinkFields = { linkRefusal: v.optional(linkRefusalSchema) };
