import type { FastifyInstance } from 'fastify';
import type { Ground } from '../auth-context.ts';
import { type Providers, providersOf } from './all.ts';
import { tripsOf } from './authorization-flows.ts';
import { providerCallback } from './callback.ts';
import { disconnectProviderCall } from './disconnect.ts';
import { newcomerCalls } from './pending-sign-up-calls.ts';
import { newcomersOf } from './pending-sign-ups.ts';
import { startProviderCall } from './start.ts';

/** Every call about signing in with another service. In: the services, where they are not those of the settings. */
export function providerCalls(
  app: FastifyInstance,
  ground: Ground,
  providers: Providers = providersOf(ground.config.providers),
): void {
  const [trips, newcomers] = [tripsOf(ground), newcomersOf(ground)];
  startProviderCall(app, ground, providers, trips);
  providerCallback(app, ground, providers, trips, newcomers);
  newcomerCalls(app, ground, newcomers);
  disconnectProviderCall(app, ground);
}
