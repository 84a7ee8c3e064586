import type { Id } from '#domain/ids.ts';
import type { Passkeys } from '#domain/protocol/passkeys.ts';
import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../../dependencies.ts';
import { CallError } from '../../http/call-error.ts';
import type { Handlers } from '../../http/register-call.ts';
import type { SignInMethods } from '../../store/ports/store.ts';
import { requireSignInMethodLeft } from '../core/sign-in-methods.ts';
import type { PasskeyContext } from './passkey-context.ts';
import { parsePasskey, serializePasskey, toPasskey } from './stored-passkey.ts';

export const passkeyListCalls = (context: PasskeyContext): Handlers => ({
  async listPasskeys(_nothing, request) {
    const { uid } = await context.sessions.requireAccount(request);
    return listPasskeys(context.store, uid);
  },
  /** Throws 'not-found' for another account's passkey too. Retries if the passkey is used meanwhile, which also writes its body. */
  async renamePasskey({ id, name }, request) {
    const { store, sessions } = context;
    const { uid } = await sessions.requireAccount(request);
    let isRenamed = false;
    while (!isRenamed) {
      const found = await store.credential('passkey', id);
      if (found?.uid !== uid) throw new CallError('not-found');
      const renamed = serializePasskey({ ...parsePasskey(found), name });
      isRenamed = await store.updateCredential('passkey', id, found.body, renamed);
    }
    return listPasskeys(store, uid);
  },
  /** Throws 'passkey-needed' for the last passkey of an account that requires one, and 'last-sign-in-method' for the last sign-in method. */
  async removePasskey({ id }, request, reply) {
    const { store, sessions, mail } = context;
    const { account } = await sessions.requireRecentAuthentication(request);
    const { uid } = account;
    if (!(await store.removeCredentials(uid, 'passkey', [id], refuseLast))) throw new CallError('not-found');
    mail.sendNotice('passkeyRemoved', account, reply);
    return listPasskeys(store, uid);
  },
  /**
   * Turns the requirement of a passkey as second factor on or off. Turning it on takes a passkey and recovery codes, so that
   * nobody locks themselves out, and signs all other devices out.
   */
  async requirePasskey({ required }, request, reply) {
    const { store, sessions, mail, now } = context;
    const { session, account } = await sessions.requireRecentAuthentication(request);
    const { uid } = account;
    const { passkeys, codesLeft, required: wasRequired } = await listPasskeys(store, uid);
    if (required && passkeys.length === 0) throw new CallError('passkey-needed');
    if (required && !wasRequired) await requireVerifiedEmail(context, uid);
    if (required && codesLeft === 0) throw new CallError('codes-needed');
    if (!(await store.requirePasskey(uid, required ? isoTime(now()) : null)))
      throw new CallError('passkey-needed');
    // A session that was started with a guessed password alone could turn it off again.
    if (required && !wasRequired) await sessions.endSessionsOf(uid, { allBut: session });
    if (required !== wasRequired) {
      const notice = required ? 'passkeyRequired' : 'passkeyNotRequired';
      mail.sendNotice(notice, account, reply);
    }
    return listPasskeys(store, uid);
  },
});

/** Returns the account's passkeys as its owner sees them. Every call that changes them replies with this. */
export async function listPasskeys(store: Dependencies['store'], uid: Id): Promise<Passkeys> {
  const [account, passkeys, codes] = await Promise.all([
    store.accountByUid(uid),
    store.credentialsOf(uid, 'passkey'),
    store.credentialsOf(uid, 'recovery-code'),
  ]);
  const required = account?.passkeyRequiredAt != null;
  return { passkeys: passkeys.map(toPasskey), required, codesLeft: codes.length };
}

function refuseLast(left: SignInMethods): void {
  if (left.passkeyRequiredAt !== null && left.passkeys === 0) throw new CallError('passkey-needed');
  requireSignInMethodLeft(left);
}

/**
 * Throws 'email-unverified'. Recovery by mail does not skip a required passkey, so somebody who registered another person's
 * address could otherwise keep it from its owner for good (account pre-hijacking).
 */
async function requireVerifiedEmail({ store, mail }: PasskeyContext, uid: Id): Promise<void> {
  if (!mail.isEnabled) return;
  const account = await store.accountByUid(uid);
  if (account?.emailVerifiedAt === null) throw new CallError('email-unverified');
}
