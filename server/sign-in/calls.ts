import type { FastifyInstance } from 'fastify';
import { changePasswordCall } from './change-password.ts';
import { deviceCalls } from './devices.ts';
import {
  askVerificationCall,
  changeEmailCall,
  confirmEmailCall,
  myEmailCall,
  verifyEmailCall,
} from './email.ts';
import type { Ground } from './ground.ts';
import { logInCall } from './log-in.ts';
import { logOutCall } from './log-out.ts';
import { passkeyCalls } from './passkeys/calls.ts';
import { proveCall } from './prove.ts';
import type { Providers } from './providers/all.ts';
import { providerCalls } from './providers/calls.ts';
import { askRecoveryCall, recoverCall } from './recover.ts';
import { registerCall } from './register.ts';
import { waysInCall } from './ways-in.ts';
import { whoAmICall } from './who-am-i.ts';

/** Every call about accounts. */
export function signInCalls(app: FastifyInstance, ground: Ground, providers?: Providers): void {
  const { sessions } = ground;
  app.addHook('onClose', () => ground.stop());
  registerCall(app, ground);
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
