import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomNonce, randomPKCECodeVerifier } from 'openid-client';
import * as v from 'valibot';
import { languageSchema } from '#domain/fields.ts';
import type { Id } from '#domain/ids.ts';
import { flowPurposeSchema, intentSchema, providerSchema } from '#domain/protocol/provider-calls.ts';
import { isoTime } from '#domain/time.ts';
import { LIFETIMES } from '../../server-limits.ts';
import type { AuthContext } from '../auth-context.ts';
import { createBrowserTokens, createCookie } from '../core/sessions/browser-tokens.ts';
import { hashIfSecret, hashOf, newSecret } from '../core/sessions/secret.ts';
import { createProvider } from './create-provider.ts';
import type { AuthorizationFlow, Providers } from './provider.ts';

export interface ProviderContext extends AuthContext {
  providers: Providers;
  flows: ReturnType<typeof createAuthorizationFlows>;
  pendingSignUps: ReturnType<typeof createPendingSignUps>;
}

export function createProviderContext(context: AuthContext): ProviderContext {
  const { config } = context;
  return {
    ...context,
    providers:
      context.providers ??
      new Map(config.providers.map((one) => [one.id, createProvider(one, TIMEOUT_SECONDS)])),
    flows: createAuthorizationFlows(context),
    pendingSignUps: createPendingSignUps(context),
  };
}

/** A parent waits for it. */
const TIMEOUT_SECONDS = 5;

/** Stored tokens call the purpose `errand`. */
const flowContextSchema = v.pipe(
  v.object({
    provider: providerSchema,
    errand: flowPurposeSchema,
    intent: intentSchema,
    language: v.optional(languageSchema),
    invitation: v.optional(v.string()),
  }),
  v.transform(({ errand, ...others }) => ({ ...others, purpose: errand })),
);

export type FlowContext = v.InferOutput<typeof flowContextSchema>;

/** Stored tokens call the context `mission`. */
const flowSchema = v.object({
  step: v.literal('trip'),
  /** The hash of its cookie's secret. */
  browser: v.string(),
  redirectUri: v.string(),
  nonce: v.string(),
  verifier: v.string(),
  mission: flowContextSchema,
});

/** The callback arrived in the browser that started it. */
export interface FinishedFlow {
  flow: AuthorizationFlow;
  flowContext: FlowContext;
  age: number;
  uid: Id | null;
}

/** One-time tokens under the hash of their state, bound to one browser by a cookie. */
function createAuthorizationFlows({ config, store, now }: AuthContext) {
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
    /** Undefined if unknown, expired or another browser's (login CSRF). */
    async finish(state: unknown, reply: FastifyReply): Promise<FinishedFlow | undefined> {
      const hash = typeof state === 'string' ? hashIfSecret(state) : undefined;
      const browser = hashIfSecret(cookie.read(reply.request));
      const token = hash ? await store.consumeOneTimeToken('provider', hash, isoTime(now())) : undefined;
      const body = v.safeParse(flowSchema, JSON.parse(token?.body ?? 'null'));
      if (!token || !body.success || body.output.browser !== browser) return undefined;
      cookie.clear(reply);
      const { mission, redirectUri, nonce, verifier } = body.output;
      const flow = { redirectUri, nonce, verifier, state: String(state) };
      const age = Math.ceil((now() + LIFETIMES.authorizationFlow - Date.parse(token.expiresAt)) / 1000);
      return { flow, flowContext: mission, age: Math.max(0, age), uid: token.uid };
    },
  };
}

const signUpSchema = v.object({
  step: v.literal('newcomer'),
  provider: providerSchema,
  issuer: v.string(),
  subject: v.string(),
  firstName: v.optional(v.string()),
  lastName: v.optional(v.string()),
  email: v.optional(v.string()),
  isVerified: v.boolean(),
  language: v.optional(languageSchema),
  invitation: v.optional(v.string()),
});

/** An identity without an account here, and its profile. */
export type PendingSignUpRecord = Omit<v.InferOutput<typeof signUpSchema>, 'step'>;

function createPendingSignUps(context: AuthContext) {
  const tokens = createBrowserTokens(context, 'provider', 'framme-newcomer', LIFETIMES.pendingSignUp);
  return {
    start: (signUp: PendingSignUpRecord, reply: FastifyReply) =>
      tokens.start(null, { step: 'newcomer', ...signUp }, reply),
    async find(request: FastifyRequest): Promise<PendingSignUpRecord | undefined> {
      const token = await tokens.find(request);
      const body = v.safeParse(signUpSchema, JSON.parse(token?.body ?? 'null'));
      return body.success ? body.output : undefined;
    },
    remove: tokens.end,
  };
}
