import * as v from 'valibot';
import { emailSchema, languageSchema, nameSchema } from '../fields.ts';
import { isOwnPath } from '../pages/own-path.ts';
import { PROVIDERS } from './providers.ts';
import { nothingSchema, signInReplySchema } from './sign-in-reply.ts';

const ownPathSchema = v.pipe(
  v.string(),
  v.check((text) => isOwnPath(text)),
);

export const providerSchema = v.picklist(PROVIDERS);

/** Why somebody is sent to a provider: to sign in, to connect it to their account, or to show anew who they are. */
export const errandSchema = v.picklist(['sign-in', 'register', 'connect', 'prove']);
export type Errand = v.InferOutput<typeof errandSchema>;

/** What the parent was about to do, and goes on with when they are back. */
export const intentSchema = v.object({
  from: v.optional(ownPathSchema),
  open: v.optional(v.picklist(['in', 'out'])),
});
export type Intent = v.InferOutput<typeof intentSchema>;

const newcomerSchema = v.object({ firstName: nameSchema, lastName: nameSchema, email: emailSchema });
export type Newcomer = v.InferOutput<typeof newcomerSchema>;
export const newcomerFields = newcomerSchema.entries;

/** Somebody whom a provider sent, and of whom something is still missing before they have an account. */
const awaitedSchema = v.object({
  provider: providerSchema,
  firstName: v.optional(v.string()),
  lastName: v.optional(v.string()),
  email: v.optional(v.string()),
});
export type Awaited = v.InferOutput<typeof awaitedSchema>;

/** The calls about signing in with another service; a part of the one map. */
export const providerCalls = {
  startProvider: {
    method: 'POST',
    path: '/api/providers/start',
    request: v.object({
      provider: providerSchema,
      errand: errandSchema,
      language: v.optional(languageSchema),
      ...intentSchema.entries,
    }),
    /** Where the page goes from here. */
    reply: v.object({ url: v.pipe(v.string(), v.regex(/^https?:\/\//)) }),
  },
  awaitedNewcomer: {
    method: 'GET',
    path: '/api/providers/newcomer',
    request: nothingSchema,
    reply: v.object({ awaited: v.nullable(awaitedSchema) }),
  },
  finishProvider: {
    method: 'POST',
    path: '/api/providers/newcomer',
    request: newcomerSchema,
    reply: signInReplySchema,
  },
  disconnectProvider: {
    method: 'POST',
    path: '/api/providers/disconnect',
    request: v.object({ provider: providerSchema }),
    reply: nothingSchema,
  },
} as const;
