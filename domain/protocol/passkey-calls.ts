import * as v from 'valibot';
import {
  creationOptionsSchema,
  passkeyAssertionSchema,
  passkeyIdSchema,
  passkeyNameSchema,
  passkeyRegistrationSchema,
  passkeysSchema,
  pendingSecondFactorSchema,
  recoveryCodeSchema,
  requestOptionsSchema,
} from './passkeys.ts';
import { accountSchema, emptySchema, signInReplySchema } from './sign-in-reply.ts';

/** The calls about passkeys, recovery codes and the second factor. */
export const passkeyCalls = {
  listPasskeys: { method: 'GET', path: '/api/passkeys', request: emptySchema, reply: passkeysSchema },
  passkeyOptions: {
    method: 'POST',
    path: '/api/passkey-options',
    request: emptySchema,
    reply: v.object({ options: creationOptionsSchema }),
  },
  addPasskey: {
    method: 'POST',
    path: '/api/add-passkey',
    request: v.object({ response: passkeyRegistrationSchema }),
    reply: passkeysSchema,
  },
  renamePasskey: {
    method: 'POST',
    path: '/api/rename-passkey',
    request: passkeyNameSchema,
    reply: passkeysSchema,
  },
  removePasskey: {
    method: 'POST',
    path: '/api/remove-passkey',
    request: passkeyIdSchema,
    reply: passkeysSchema,
  },
  requirePasskey: {
    method: 'POST',
    path: '/api/require-passkey',
    request: v.object({ required: v.boolean() }),
    reply: passkeysSchema,
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/api/renew-recovery-codes',
    request: emptySchema,
    reply: v.object({ codes: v.array(v.string()) }),
  },
  passkeySignInOptions: {
    method: 'POST',
    path: '/api/passkey-sign-in-options',
    request: emptySchema,
    reply: v.object({ options: requestOptionsSchema }),
  },
  signInWithPasskey: {
    method: 'POST',
    path: '/api/sign-in-with-passkey',
    request: v.object({ response: passkeyAssertionSchema }),
    reply: signInReplySchema,
  },
  passkeyProofOptions: {
    method: 'POST',
    path: '/api/passkey-proof-options',
    request: emptySchema,
    reply: v.object({ options: requestOptionsSchema }),
  },
  reauthenticateByPasskey: {
    method: 'POST',
    path: '/api/prove-by-passkey',
    request: v.object({ response: passkeyAssertionSchema }),
    reply: emptySchema,
  },
  awaitedStep: {
    method: 'GET',
    path: '/api/second-step',
    request: emptySchema,
    reply: pendingSecondFactorSchema,
  },
  secondStepOptions: {
    method: 'POST',
    path: '/api/second-step-options',
    request: emptySchema,
    reply: v.object({ options: requestOptionsSchema }),
  },
  secondStep: {
    method: 'POST',
    path: '/api/second-step',
    request: v.object({ response: passkeyAssertionSchema }),
    reply: signInReplySchema,
  },
  secondStepByCode: {
    method: 'POST',
    path: '/api/second-step-by-code',
    request: v.object({ code: recoveryCodeSchema }),
    reply: v.object({ account: accountSchema, codesLeft: v.number() }),
  },
  leaveSecondStep: {
    method: 'POST',
    path: '/api/leave-second-step',
    request: emptySchema,
    reply: emptySchema,
  },
} as const;
