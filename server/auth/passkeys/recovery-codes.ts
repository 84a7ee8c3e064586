import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Id, makeId } from '#domain/ids.ts';
import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { registerCall } from '../../http/register-call.ts';
import { hashOf } from '../sessions/secret.ts';
import type { PasskeyGround } from './passkey-context.ts';

const HOW_MANY = 10;
/** 80 bits, sixteen letters: more than anybody can try, so a quick hash keeps them as well as a slow one. */
const CODE_BYTES = 10;

/** Makes ten new codes in the place of all before; they are shown this once. */
export function renewRecoveryCodesCall(app: FastifyInstance, ground: PasskeyGround): void {
  const { store, sessions, mail, now } = ground;
  registerCall(app, 'renewRecoveryCodes', async (_nothing, request, reply) => {
    const { session, account } = await sessions.requireProven(request);
    const { uid } = account;
    const codes = Array.from({ length: HOW_MANY }, () => makeId(randomBytes(CODE_BYTES)));
    const kept = { kind: 'recovery-code', uid, body: '{}', createdAt: isoTime(now()) } as const;
    const keys = codes.map((code) => ({ ...kept, key: keyOf(uid, code) }));
    if (!(await store.replaceCredentials(uid, 'recovery-code', keys, session)))
      throw await sessions.refusal(request);
    mail.waysInChanged(account, request, reply);
    return { codes: codes.map(spelled) };
  });
}

/** Uses a code up. Out: how many are left, or undefined where the account has no such code any more. */
export async function useRecoveryCode(
  store: Dependencies['store'],
  uid: Id,
  code: string,
): Promise<number | undefined> {
  const isFirst = await store.removeCredentials(uid, 'recovery-code', [keyOf(uid, code)]);
  return isFirst ? (await store.credentialsOf(uid, 'recovery-code')).length : undefined;
}

function keyOf(uid: Id, code: string): string {
  return hashOf(`${uid} ${code}`);
}

/** In fours, as they are easiest to write down. */
function spelled(code: string): string {
  return code.toUpperCase().replace(/.{4}(?=.)/g, '$&-');
}
