import type { FastifyInstance } from 'fastify';
import type { Ground } from './auth-context.ts';
import { changePasswordCall } from './endpoints/change-password.ts';
import { deviceCalls } from './endpoints/devices.ts';
import {
  askVerificationCall,
  changeEmailCall,
  confirmEmailCall,
  myEmailCall,
  verifyEmailCall,
} from './endpoints/email.ts';
import { logInCall } from './endpoints/log-in.ts';
import { logOutCall } from './endpoints/log-out.ts';
import { proveCall } from './endpoints/reauthenticate.ts';
import { askRecoveryCall, recoverCall } from './endpoints/recover.ts';
import { registerAccountCall } from './endpoints/register.ts';
import { waysInCall } from './endpoints/sign-in-methods.ts';
import { whoAmICall } from './endpoints/who-am-i.ts';
import { passkeyCalls } from './passkeys/calls.ts';
import type { Providers } from './providers/all.ts';
import { providerCalls } from './providers/calls.ts';

/** Every call about accounts. */
export function signInCalls(app: FastifyInstance, ground: Ground, providers?: Providers): void {
  const { sessions } = ground;
  app.addHook('onClose', () => ground.stop());
  registerAccountCall(app, ground);
  logInCall(app, ground);
  logOutCall(app, sessions);
  whoAmICall(app, sessions);
  waysInCall(app, ground);
  proveCall(app, ground);
  changePasswordCall(app, ground);
  deviceCalls(app, ground);
  passkeyCalls(app, ground);
  askRecoveryCall(app, ground);
  recoverCall(app, ground);
  myEmailCall(app, ground);
  askVerificationCall(app, ground);
  verifyEmailCall(app, ground);
  changeEmailCall(app, ground);
  confirmEmailCall(app, ground);
  providerCalls(app, ground, providers);
}
