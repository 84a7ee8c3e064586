import type { FastifyInstance } from 'fastify';
import type { AuthContext } from '../auth-context.ts';
import { addPasskeyCall, passkeyOptionsCall } from './add.ts';
import { listPasskeysCall, removePasskeyCall, renamePasskeyCall, requirePasskeyCall } from './list.ts';
import { createPasskeyContext } from './passkey-context.ts';
import { renewRecoveryCodesCall } from './recovery-codes.ts';
import { secondFactorCalls } from './second-factor.ts';
import { passkeyReauthenticationCalls, passkeySignInCalls } from './sign-in.ts';

/** Registers the calls about passkeys, recovery codes and the second factor. */
export function passkeyCalls(app: FastifyInstance, context: AuthContext): void {
  const passkeyContext = createPasskeyContext(app, context);
  listPasskeysCall(app, passkeyContext);
  passkeyOptionsCall(app, passkeyContext);
  addPasskeyCall(app, passkeyContext);
  renamePasskeyCall(app, passkeyContext);
  removePasskeyCall(app, passkeyContext);
  requirePasskeyCall(app, passkeyContext);
  renewRecoveryCodesCall(app, passkeyContext);
  passkeySignInCalls(app, passkeyContext);
  passkeyReauthenticationCalls(app, passkeyContext);
  secondFactorCalls(app, passkeyContext);
}
