import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { languageSchema } from '#domain/fields.ts';
import { providerSchema } from '#domain/protocol/provider-calls.ts';
import { LIFETIMES } from '../../limits.ts';
import type { AuthContext } from '../auth-context.ts';
import { createBrowserTokens } from '../core/sessions/browser-tokens.ts';

const storedSchema = v.object({
  step: v.literal('newcomer'),
  provider: providerSchema,
  issuer: v.string(),
  subject: v.string(),
  firstName: v.optional(v.string()),
  lastName: v.optional(v.string()),
  email: v.optional(v.string()),
  isVerified: v.boolean(),
  language: v.optional(languageSchema),
  /** The hash of an invitation's secret. */
  invitation: v.optional(v.string()),
});

/** An external identity without an account here, with what the provider said of the person. */
export type PendingSignUpRecord = Omit<v.InferOutput<typeof storedSchema>, 'step'>;

/** Sign-ups that wait for details the provider did not give: each a one-time token bound to a browser by a cookie. */
export type PendingSignUps = ReturnType<typeof createPendingSignUps>;

export function createPendingSignUps(context: AuthContext) {
  const tokens = createBrowserTokens(context, 'provider', 'framme-newcomer', LIFETIMES.pendingSignUp);
  return {
    start: (signUp: PendingSignUpRecord, reply: FastifyReply) =>
      tokens.start(null, { step: 'newcomer', ...signUp }, reply),
    async find(request: FastifyRequest): Promise<PendingSignUpRecord | undefined> {
      const token = await tokens.find(request);
      const body = v.safeParse(storedSchema, JSON.parse(token?.body ?? 'null'));
      return body.success ? body.output : undefined;
    },
    /** Removes the sign-up once the account exists. */
    remove: tokens.end,
  };
}
