import type { FastifyInstance } from 'fastify';
import type { AuthContext } from '../auth-context.ts';
import { providersOf } from './all.ts';
import { tripsOf } from './authorization-flows.ts';
import { providerCallback } from './callback.ts';
import { disconnectProviderCall } from './disconnect.ts';
import { newcomerCalls } from './pending-sign-up-calls.ts';
import { newcomersOf } from './pending-sign-ups.ts';
import type { Providers } from './provider.ts';
import { startProviderCall } from './start.ts';

/** Every call about signing in with another service. In: the services, where they are not those of the settings. */
export function providerCalls(
  app: FastifyInstance,
  context: AuthContext,
  providers: Providers = providersOf(context.config.providers),
): void {
  const [trips, newcomers] = [tripsOf(context), newcomersOf(context)];
  startProviderCall(app, context, providers, trips);
  providerCallback(app, context, providers, trips, newcomers);
  newcomerCalls(app, context, newcomers);
  disconnectProviderCall(app, context);
}
