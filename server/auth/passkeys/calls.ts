import type { FastifyInstance } from 'fastify';
import type { Handlers } from '../../http/register-call.ts';
import type { AuthContext } from '../auth-context.ts';
import { addPasskeyCalls } from './add.ts';
import { passkeyListCalls } from './list.ts';
import { createPasskeyContext } from './passkey-context.ts';
import { recoveryCodeCalls } from './recovery-codes.ts';
import { secondFactorCalls } from './second-factor.ts';
import { passkeySignInCalls } from './sign-in.ts';

/** The calls about passkeys, recovery codes and the second factor. */
export function passkeyCalls(app: FastifyInstance, auth: AuthContext): Handlers {
  const context = createPasskeyContext(app, auth);
  return {
    ...passkeyListCalls(context),
    ...addPasskeyCalls(context),
    ...recoveryCodeCalls(context),
    ...passkeySignInCalls(context),
    ...secondFactorCalls(context),
  };
}
