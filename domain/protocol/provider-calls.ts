import * as v from 'valibot';
import { languageSchema, nameSchema, newEmailSchema } from '../fields.ts';
import { isOwnPath } from '../pages/pages.ts';
import { get, invitationSchema, post, signInReplySchema } from './call.ts';
import { PROVIDERS } from './providers.ts';

const ownPathSchema = v.pipe(
  v.string(),
  v.check((text) => isOwnPath(text)),
);

export const providerSchema = v.picklist(PROVIDERS);

export const flowPurposeSchema = v.picklist(['sign-in', 'register', 'connect', 'reauthenticate']);
export type FlowPurpose = v.InferOutput<typeof flowPurposeSchema>;

/** The page or modal to return to after the flow. */
export const intentSchema = v.object({
  from: v.optional(ownPathSchema),
  open: v.optional(v.picklist(['in', 'out'])),
});

const signUpDetailsSchema = v.object({ firstName: nameSchema, lastName: nameSchema, email: newEmailSchema });
export type SignUpDetails = v.InferOutput<typeof signUpDetailsSchema>;
export const signUpFields = signUpDetailsSchema.entries;

const pendingSignUpSchema = v.object({
  provider: providerSchema,
  firstName: v.optional(v.string()),
  lastName: v.optional(v.string()),
  email: v.optional(v.string()),
});

export const providerCalls = {
  startProvider: post('/api/providers/start', {
    request: v.object({
      provider: providerSchema,
      purpose: flowPurposeSchema,
      language: v.optional(languageSchema),
      invitation: v.optional(invitationSchema),
      ...intentSchema.entries,
    }),
    reply: v.object({ url: v.pipe(v.string(), v.regex(/^https?:\/\//)) }),
  }),
  pendingSignUp: get('/api/providers/sign-up', v.object({ pending: v.nullable(pendingSignUpSchema) })),
  finishSignUp: post('/api/providers/sign-up', { request: signUpDetailsSchema, reply: signInReplySchema }),
  disconnectProvider: post('/api/providers/disconnect', { request: v.object({ provider: providerSchema }) }),
} as const;
