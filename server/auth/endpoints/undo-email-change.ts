import type { FastifyRequest } from 'fastify';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import type { Handlers } from '../../http/register-call.ts';
import type { AccountChange, StoredAccount } from '../../store/ports/store.ts';
import type { AuthContext } from '../auth-context.ts';
import { finishSignIn } from '../core/finish-sign-in.ts';
import { accountKey } from '../core/limits/limits.ts';
import { matchesAny } from '../core/passwords/passwords.ts';
import { hasSessionOf } from '../core/sessions/sessions.ts';
import type { FoundLink } from '../mail/one-time-links.ts';
import { writeEmail } from './change-email.ts';
import { newPassword } from './change-password.ts';
import { CREDENTIAL_KINDS } from './claim-account.ts';
import { keptKeys, undoableMethods } from './recoverable-methods.ts';

type UndoLink = FoundLink<'undo-email'>;

/**
 * Restores the address from before a change: a new password ends all sessions and the sign-in methods that may be a thief's.
 * Takes the link in the former mailbox, and a session of the account or a password from the week before: neither a thief of
 * the account nor one of that mailbox has both. Throws 'link-expired', 'reauthentication-needed', 'invalid-credentials' and 'email-taken'.
 */
export const undoEmailChangeCalls = (context: AuthContext): Handlers => ({
  async undoEmailChange({ token, password, former, keep }, request, reply) {
    const { store, limits, links, passwords, sessions, mail, events } = context;
    await limits.countAddress(request);
    const link = await links.find('undo-email', token);
    events.about(request, link.uid);
    await authenticate(context, link, former, request);
    const account = await store.accountByUid(link.uid);
    if (!account) throw new CallError('link-expired');
    const passwordHash = await passwords.hash(password);
    sessions.notifyEnded(await undo(context, account, link, { passwordHash, keep }));
    const restored = { ...account, email: link.body.email };
    mail.tell('addressRestored', account, reply);
    mail.tell('passwordChanged', restored, reply);
    return finishSignIn(context, restored, reply, { passwordHash });
  },
});

/** Throws 'reauthentication-needed' without session and password, and 'invalid-credentials' for a wrong one. */
async function authenticate(
  { sessions, limits, passwords }: AuthContext,
  { uid, body }: UndoLink,
  former: string | undefined,
  request: FastifyRequest,
): Promise<void> {
  if (await hasSessionOf(sessions, uid, request)) return;
  const hashes = formerHashesIn(body);
  if (former === undefined || hashes.length === 0) throw new CallError('reauthentication-needed');
  const counted = await limits.countAttempt(request, accountKey(body.email));
  if (!(await matchesAny(passwords, former, hashes))) throw new CallError('invalid-credentials');
  await limits.reset(counted);
}

/** Returns the hashes of the passwords that undo a change: those of the account when it was made, or in the week before. */
export function formerHashesIn({ passwordHash, formerHashes }: UndoLink['body']): string[] {
  return [...(passwordHash === null ? [] : [passwordHash]), ...formerHashes];
}

/** Returns the hashes of the ended sessions. */
async function undo(
  { store, now }: AuthContext,
  account: StoredAccount,
  { hash, body, expiresAt }: UndoLink,
  { passwordHash, keep }: { passwordHash: string; keep: readonly string[] | undefined },
): Promise<string[]> {
  const { uid, household } = account;
  const { email, emailKey, verifiedAt } = body;
  const at = isoTime(now());
  const { methods, untouched, isRequired } = await undoableMethods(store, account, body);
  const except = [...keptKeys(methods, keep), ...untouched];
  return store.transact(household, async (transaction) => {
    await writeEmail(transaction, account, { email, emailKey, verifiedAt }, at);
    if (!(await transaction.consumeOneTimeToken('undo-email', hash, at))) throw new CallError('link-expired');
    const changed = await transaction.changeAccount(
      uid,
      (present): AccountChange => ({
        password: newPassword(passwordHash),
        withoutPasskey: !isRequired(present),
        removes: { kinds: CREDENTIAL_KINDS, except },
        revokes: ['verify-email'],
        // Undoing a later change would bring the thief's address back; an earlier one is still the parent's to undo.
        revokesLater: { kind: 'undo-email', expiresAt },
      }),
    );
    return changed?.ended ?? [];
  });
}
