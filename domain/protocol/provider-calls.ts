import * as v from 'valibot';
import { languageSchema, nameSchema, newEmailSchema } from '../fields.ts';
import { isOwnPath } from '../pages/pages.ts';
import { get, post } from './call.ts';
import { PROVIDERS } from './providers.ts';
import { invitationSchema, signInReplySchema } from './sign-in-reply.ts';

const ownPathSchema = v.pipe(
  v.string(),
  v.check((text) => isOwnPath(text)),
);

export const providerSchema = v.picklist(PROVIDERS);

/** The purpose of an authorization flow: sign in, sign up, connect the provider, or re-authenticate (`reauthenticate`). */
export const flowPurposeSchema = v.picklist(['sign-in', 'register', 'connect', 'reauthenticate']);
export type FlowPurpose = v.InferOutput<typeof flowPurposeSchema>;

/** The page or modal to return to after the flow. */
export const intentSchema = v.object({
  from: v.optional(ownPathSchema),
  open: v.optional(v.picklist(['in', 'out'])),
});
export type Intent = v.InferOutput<typeof intentSchema>;

const signUpDetailsSchema = v.object({ firstName: nameSchema, lastName: nameSchema, email: newEmailSchema });
export type SignUpDetails = v.InferOutput<typeof signUpDetailsSchema>;
export const signUpFields = signUpDetailsSchema.entries;

/** A sign-up that still needs details; contains those that the provider gave. */
const pendingSignUpSchema = v.object({
  provider: providerSchema,
  firstName: v.optional(v.string()),
  lastName: v.optional(v.string()),
  email: v.optional(v.string()),
});
export type PendingSignUp = v.InferOutput<typeof pendingSignUpSchema>;

/** The calls about signing in with a provider. */
export const providerCalls = {
  startProvider: post('/api/providers/start', {
    request: v.object({
      provider: providerSchema,
      purpose: flowPurposeSchema,
      language: v.optional(languageSchema),
      /** The secret of a link by which the host invites, to sign up. */
      invitation: v.optional(invitationSchema),
      ...intentSchema.entries,
    }),
    /** The provider's authorization page. */
    reply: v.object({ url: v.pipe(v.string(), v.regex(/^https?:\/\//)) }),
  }),
  pendingSignUp: get('/api/providers/sign-up', v.object({ pending: v.nullable(pendingSignUpSchema) })),
  finishSignUp: post('/api/providers/sign-up', { request: signUpDetailsSchema, reply: signInReplySchema }),
  disconnectProvider: post('/api/providers/disconnect', { request: v.object({ provider: providerSchema }) }),
} as const;
