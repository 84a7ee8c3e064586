import type { FastifyInstance } from 'fastify';
import type { AuthContext } from '../core/auth-context.ts';
import { createAuthorizationFlows } from './authorization-flows.ts';
import { callbackRoute } from './callback.ts';
import { createProviders } from './configured-providers.ts';
import { disconnectProviderCall } from './disconnect.ts';
import { pendingSignUpCalls } from './pending-sign-up-calls.ts';
import { createPendingSignUps } from './pending-sign-ups.ts';
import type { Providers } from './provider.ts';
import { startProviderCall } from './start.ts';

/** Registers every call about signing in with a provider. `providers` replaces those of the settings. */
export function providerCalls(
  app: FastifyInstance,
  context: AuthContext,
  providers: Providers = createProviders(context.config.providers),
): void {
  const [flows, pendingSignUps] = [createAuthorizationFlows(context), createPendingSignUps(context)];
  startProviderCall(app, context, providers, flows);
  callbackRoute(app, context, providers, flows, pendingSignUps);
  pendingSignUpCalls(app, context, pendingSignUps);
  disconnectProviderCall(app, context);
}
