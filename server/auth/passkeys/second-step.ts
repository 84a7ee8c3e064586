import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '#domain/protocol/calls.ts';
import { CallError } from '../../http/call-error.ts';
import { registerCall } from '../../http/register-call.ts';
import type { Shown } from '../../store/sign-in-port.ts';
import { beginSession } from '../complete-sign-in.ts';
import type { HalfSignedIn } from '../pending-second-step.ts';
import { askForPasskey } from './options.ts';
import type { PasskeyGround } from './passkey-context.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { verifyPasskey } from './verify.ts';

/** The second step of a sign-in where the account requires a passkey: with one, or with a recovery code. */
export function secondStepCalls(app: FastifyInstance, ground: PasskeyGround): void {
  const { store, secondSteps } = ground;

  registerCall(app, 'awaitedStep', async (_nothing, request) => {
    const waiting = await secondSteps.waiting(request);
    if (!waiting) return { awaited: null };
    const [passkeys, codes] = await Promise.all([
      store.credentialsOf(waiting.uid, 'passkey'),
      store.credentialsOf(waiting.uid, 'recovery-code'),
    ]);
    return { awaited: { passkey: passkeys.length > 0, code: codes.length > 0 } };
  });

  registerCall(app, 'secondStepOptions', async (_nothing, request) => {
    const { uid, hash } = await secondSteps.require(request);
    return askForPasskey(ground, { name: 'second-step', boundTo: hash }, uid);
  });

  registerCall(app, 'secondStep', async ({ response }, request, reply) => {
    const waiting = await secondSteps.countTry(request);
    const { uid, hash } = waiting;
    const { credential } = await verifyPasskey(ground, response, { name: 'second-step', boundTo: hash }, uid);
    return enter(ground, waiting, request, reply, { credential });
  });

  registerCall(app, 'secondStepByCode', async ({ code }, request, reply) => {
    const waiting = await secondSteps.countTry(request);
    const codesLeft = await useRecoveryCode(store, waiting.uid, code);
    if (codesLeft === undefined) throw new CallError('code-refused');
    return { ...(await enter(ground, waiting, request, reply)), codesLeft };
  });

  registerCall(app, 'leaveSecondStep', async (_nothing, request, reply) => {
    await secondSteps.leave(request, reply);
    return {};
  });
}

/** Ends the step: of two that end it at once one goes on, the other gets 'second-step-over'. */
async function enter(
  ground: PasskeyGround,
  { uid, hash }: HalfSignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: Pick<Shown, 'credential'> = {},
): Promise<{ account: Account }> {
  const account = await ground.store.accountByUid(uid);
  const both = { ...shown, passkey: true, secondStep: hash } as const;
  const signedIn = account && (await beginSession(ground, account, request, reply, both));
  if (!signedIn) throw new CallError('second-step-over');
  ground.secondSteps.clear(reply);
  return signedIn;
}
