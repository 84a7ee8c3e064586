import type { FastifyInstance } from 'fastify';
import { HOUR_MS } from '#domain/time.ts';
import { registerCalls } from '../http/register-call.ts';
import { FRAMME } from '../process/command-name.ts';
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
  app.addHook('onReady', async () => reviewParents(context));
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

/**
 * After a restore, names to the operator and mails to parents what no backup knows: who left a household
 * since.
 */
async function reviewParents({ store, mail, log, now }: AuthContext): Promise<void> {
  const restoredAt = store.restored()?.at ?? Number.NEGATIVE_INFINITY;
  if (now() - restoredAt > HOUR_MS) return;
  log.warn(
    `a backup was restored: parents who were removed since are in their families again; list them by ${FRAMME} accounts --shared`,
  );
  mail.sendRestored().catch((error: unknown) => log.error({ error }, 'parents could not be mailed'));
}
