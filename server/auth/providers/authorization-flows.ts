import type { FastifyReply } from 'fastify';
import { randomNonce, randomPKCECodeVerifier } from 'openid-client';
import * as v from 'valibot';
import { languageSchema } from '#domain/fields.ts';
import type { Id } from '#domain/ids.ts';
import { flowPurposeSchema, intentSchema, providerSchema } from '#domain/protocol/provider-calls.ts';
import { isoTime } from '#domain/time.ts';
import { LIFETIMES } from '../../limits.ts';
import type { AuthContext } from '../auth-context.ts';
import { createCookie } from '../core/sessions/cookie.ts';
import { hashIfSecret, hashOf, newSecret } from '../core/sessions/secret.ts';
import type { AuthorizationFlow } from './provider.ts';

/** Stored tokens call the purpose `errand`. */
const flowContextSchema = v.pipe(
  v.object({
    provider: providerSchema,
    errand: flowPurposeSchema,
    intent: intentSchema,
    language: v.optional(languageSchema),
    /** The hash of an invitation's secret. */
    invitation: v.optional(v.string()),
  }),
  v.transform(({ errand, ...others }) => ({ ...others, purpose: errand })),
);

/** The purpose of an authorization flow, and what the person goes on with after it. */
export type FlowContext = v.InferOutput<typeof flowContextSchema>;

/** Stored tokens call the context `mission`. */
const storedSchema = v.object({
  step: v.literal('trip'),
  /** The hash of the secret in the browser's cookie. */
  browser: v.string(),
  redirectUri: v.string(),
  nonce: v.string(),
  verifier: v.string(),
  mission: flowContextSchema,
});

/** A flow whose callback arrived in the browser that started it. */
export interface FinishedFlow {
  flow: AuthorizationFlow;
  flowContext: FlowContext;
  /** Seconds since the flow was started. */
  age: number;
  /** The account that the flow was started for. */
  uid: Id | null;
}

/** Open authorization flows: each a one-time token under the hash of its state, bound to one browser by a cookie. */
export type AuthorizationFlows = ReturnType<typeof createAuthorizationFlows>;

export function createAuthorizationFlows({ config, store, now }: AuthContext) {
  const cookie = createCookie(config, 'framme-trip');
  return {
    async start(
      redirectUri: string,
      { purpose, ...others }: FlowContext,
      uid: Id | null,
      reply: FastifyReply,
    ): Promise<AuthorizationFlow> {
      const browser = newSecret();
      const flow = { redirectUri, nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const state = newSecret();
      const mission = { ...others, errand: purpose };
      const body = JSON.stringify({ step: 'trip', ...flow, browser: hashOf(browser), mission });
      const expiresAt = isoTime(now() + LIFETIMES.authorizationFlow);
      await store.putOneTimeToken({ kind: 'provider', hash: hashOf(state), uid, body, expiresAt });
      cookie.set(reply, browser, LIFETIMES.authorizationFlow);
      return { ...flow, state };
    },
    /** Uses a state up. Returns undefined if it is unknown, expired or another browser's (login CSRF). */
    async finish(state: unknown, reply: FastifyReply): Promise<FinishedFlow | undefined> {
      const hash = typeof state === 'string' ? hashIfSecret(state) : undefined;
      const browser = hashIfSecret(cookie.read(reply.request));
      const token = hash ? await store.consumeOneTimeToken('provider', hash, isoTime(now())) : undefined;
      const body = v.safeParse(storedSchema, JSON.parse(token?.body ?? 'null'));
      if (!token || !body.success || body.output.browser !== browser) return undefined;
      cookie.clear(reply);
      const { mission, redirectUri, nonce, verifier } = body.output;
      const flow = { redirectUri, nonce, verifier, state: String(state) };
      const age = Math.ceil((now() + LIFETIMES.authorizationFlow - Date.parse(token.expiresAt)) / 1000);
      return { flow, flowContext: mission, age: Math.max(0, age), uid: token.uid };
    },
  };
}
