import type { AuthContext } from '../auth-context.ts';
import { type AuthorizationFlows, createAuthorizationFlows } from './authorization-flows.ts';
import { createPendingSignUps, type PendingSignUps } from './pending-sign-ups.ts';
import type { Providers } from './provider.ts';

/** The services that the calls about providers share. */
export interface ProviderContext extends AuthContext {
  providers: Providers;
  flows: AuthorizationFlows;
  pendingSignUps: PendingSignUps;
}

export function createProviderContext(context: AuthContext, providers: Providers): ProviderContext {
  const [flows, pendingSignUps] = [createAuthorizationFlows(context), createPendingSignUps(context)];
  return { ...context, providers, flows, pendingSignUps };
}
