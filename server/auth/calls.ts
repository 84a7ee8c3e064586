import type { FastifyInstance } from 'fastify';
import type { Dependencies } from '../dependencies.ts';
import type { Pace } from '../http/pace.ts';
import { type AuthContext, createAuthContext } from './auth-context.ts';
import { recordCalls } from './core/events/call-events.ts';
import { changeEmailCall, confirmEmailCall } from './endpoints/change-email.ts';
import { changePasswordCall } from './endpoints/change-password.ts';
import { claimAccountCall } from './endpoints/claim-account.ts';
import { confirmCodeCall } from './endpoints/confirm-code.ts';
import { deviceCalls, heldAccountsCall } from './endpoints/devices.ts';
import { listActivityCall } from './endpoints/list-activity.ts';
import { disconnectProviderCall, listSignInMethodsCall } from './endpoints/list-sign-in-methods.ts';
import { logInCall, logOutCall, reauthenticateCall, whoAmICall } from './endpoints/log-in.ts';
import { mailedLinkCall } from './endpoints/mailed-link.ts';
import { askRecoveryCall, recoverCall } from './endpoints/recover.ts';
import { registerAccountCall } from './endpoints/register.ts';
import { undoEmailChangeCall } from './endpoints/undo-email-change.ts';
import { askVerificationCall, myEmailCall, verifyEmailCall } from './endpoints/verify-email.ts';
import { passkeyCalls } from './passkeys/calls.ts';
import { providerCalls } from './providers/calls.ts';

/**
 * Registers every call about sign-in and accounts, and returns the sessions, the rate limits, the recorder of security events
 * and the mail for the other calls. `origin` returns the origin that links in mails point to. Background workers stop when the app closes.
 */
export function registerAuthCalls(
  app: FastifyInstance,
  dependencies: Dependencies,
  origin: () => string,
  pace: Pace,
): Pick<AuthContext, 'sessions' | 'limits' | 'events' | 'mail'> {
  const context = createAuthContext(dependencies, origin);
  const { sessions, limits, events, mail } = context;
  recordCalls(app, events, sessions);
  app.addHook('onClose', () => context.stop());
  registerAccountCall(app, context);
  logInCall(app, context);
  logOutCall(app, sessions);
  whoAmICall(app, sessions);
  listSignInMethodsCall(app, context);
  disconnectProviderCall(app, context);
  reauthenticateCall(app, context);
  changePasswordCall(app, context);
  deviceCalls(app, context);
  heldAccountsCall(app, context);
  listActivityCall(app, context, pace);
  passkeyCalls(app, context);
  askRecoveryCall(app, context);
  recoverCall(app, context);
  myEmailCall(app, context);
  askVerificationCall(app, context);
  verifyEmailCall(app, context);
  changeEmailCall(app, context);
  confirmEmailCall(app, context);
  confirmCodeCall(app, context);
  claimAccountCall(app, context);
  mailedLinkCall(app, context);
  undoEmailChangeCall(app, context);
  providerCalls(app, context, dependencies.providers);
  return { sessions, limits, events, mail };
}
