import type { FastifyInstance } from 'fastify';
import { registerCalls } from '../http/register-call.ts';
import type { AuthContext } from './auth-context.ts';
import { recordCalls } from './core/events/call-events.ts';
import { changeEmailCalls } from './endpoints/change-email.ts';
import { changePasswordCalls } from './endpoints/change-password.ts';
import { claimAccountCalls } from './endpoints/claim-account.ts';
import { confirmCodeCalls } from './endpoints/confirm-code.ts';
import { deviceCalls } from './endpoints/devices.ts';
import { activityCalls } from './endpoints/list-activity.ts';
import { signInMethodCalls } from './endpoints/list-sign-in-methods.ts';
import { logInCalls } from './endpoints/log-in.ts';
import { mailedLinkCalls } from './endpoints/mailed-link.ts';
import { recoveryCalls } from './endpoints/recover.ts';
import { registerAccountCalls } from './endpoints/register.ts';
import { undoEmailChangeCalls } from './endpoints/undo-email-change.ts';
import { verifyEmailCalls } from './endpoints/verify-email.ts';
import { passkeyCalls } from './passkeys/calls.ts';
import { registerProviderCalls } from './providers/calls.ts';

const CALLS = [
  ...[registerAccountCalls, logInCalls, signInMethodCalls, changePasswordCalls, deviceCalls, activityCalls],
  ...[recoveryCalls, verifyEmailCalls, changeEmailCalls, confirmCodeCalls, claimAccountCalls],
  ...[mailedLinkCalls, undoEmailChangeCalls],
];

/** Registers every call about sign-in and accounts. Background workers stop when the app closes. */
export function registerAuthCalls(app: FastifyInstance, context: AuthContext): void {
  recordCalls(app, context);
  app.addHook('onClose', () => context.stop());
  for (const handlers of CALLS) registerCalls(app, handlers(context));
  registerCalls(app, passkeyCalls(app, context));
  registerProviderCalls(app, context);
}
