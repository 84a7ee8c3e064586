import { randomBytes } from 'node:crypto';
import { type Id, makeId } from '#domain/ids.ts';
import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Handlers } from '../../http/register-call.ts';
import type { CredentialName } from '../../store/ports/store.ts';
import { hashOf } from '../core/sessions/secret.ts';
import type { PasskeyContext } from './passkey-context.ts';

const CODE_COUNT = 10;
/** 80 bits, sixteen characters: too many to brute-force, so a fast hash is enough. */
const CODE_BYTES = 10;

export const recoveryCodeCalls = ({ store, sessions, mail, now }: PasskeyContext): Handlers => ({
  /** Replaces all recovery codes with ten new ones, which are shown only this once. */
  async renewRecoveryCodes(_nothing, request, reply) {
    const { session, account } = await sessions.requireRecentAuthentication(request);
    const { uid } = account;
    const codes = Array.from({ length: CODE_COUNT }, () => makeId(randomBytes(CODE_BYTES)));
    const common = { kind: 'recovery-code', uid, body: '{}', createdAt: isoTime(now()) } as const;
    const keys = codes.map((code) => ({ ...common, key: keyOf(uid, code) }));
    if (!(await store.replaceCredentials(uid, 'recovery-code', keys, session)))
      throw await sessions.signedOutError(request);
    mail.sendNotice('signInMethodsChanged', account, reply);
    return { codes: codes.map(formatCode) };
  },
});

/** Finds a code of the account, which the session that it opens uses up. */
export async function findRecoveryCode(
  store: Dependencies['store'],
  uid: Id,
  code: string,
): Promise<CredentialName | undefined> {
  const name = { kind: 'recovery-code', key: keyOf(uid, code) } as const;
  return (await store.credential(name.kind, name.key)) && name;
}

function keyOf(uid: Id, code: string): string {
  return hashOf(`${uid} ${code}`);
}

/** Formats a code in groups of four. */
function formatCode(code: string): string {
  return code.toUpperCase().replace(/.{4}(?=.)/g, '$&-');
}
