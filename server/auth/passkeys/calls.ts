import type { FastifyInstance } from 'fastify';
import type { Ground } from '../auth-context.ts';
import { addPasskeyCall, passkeyOptionsCall } from './add.ts';
import { listPasskeysCall } from './list.ts';
import { passkeyGround } from './passkey-context.ts';
import { passkeyProofCalls } from './prove.ts';
import { renewRecoveryCodesCall } from './recovery-codes.ts';
import { removePasskeyCall } from './remove.ts';
import { renamePasskeyCall } from './rename.ts';
import { requirePasskeyCall } from './require.ts';
import { secondStepCalls } from './second-step.ts';
import { passkeySignInCalls } from './sign-in.ts';

/** All calls about passkeys, recovery codes and the second step. */
export function passkeyCalls(app: FastifyInstance, ground: Ground): void {
  const own = passkeyGround(app, ground);
  listPasskeysCall(app, own);
  passkeyOptionsCall(app, own);
  addPasskeyCall(app, own);
  renamePasskeyCall(app, own);
  removePasskeyCall(app, own);
  requirePasskeyCall(app, own);
  renewRecoveryCodesCall(app, own);
  passkeySignInCalls(app, own);
  passkeyProofCalls(app, own);
  secondStepCalls(app, own);
}
