import type { FastifyInstance } from 'fastify';
import { registerCalls } from '../http/register-call.ts';
import type { AuthContext } from './auth-context.ts';
import { recordCalls } from './core/events/call-events.ts';
import { accountEmailHandlers } from './endpoints/account-email.ts';
import { accountSecurityHandlers } from './endpoints/account-security.ts';
import { newPasswordHandlers } from './endpoints/new-password.ts';
import { passwordSignInHandlers } from './endpoints/password-sign-in.ts';
import { recoveryHandlers } from './endpoints/recover.ts';
import { passkeyHandlers } from './passkeys/passkey-handlers.ts';
import { registerProviderHandlers } from './providers/provider-flow.ts';

export function registerAuthHandlers(app: FastifyInstance, context: AuthContext): void {
  recordCalls(app, context);
  app.addHook('onClose', () => context.stop());
  registerCalls(app, {
    ...passwordSignInHandlers(context),
    ...newPasswordHandlers(context),
    ...recoveryHandlers(context),
    ...accountEmailHandlers(context),
    ...accountSecurityHandlers(context),
    ...passkeyHandlers(app, context),
  });
  registerProviderHandlers(app, context);
}
