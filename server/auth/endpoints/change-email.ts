import type { FastifyReply } from 'fastify';
import { profilePath } from '#domain/paths.ts';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import type { Handlers } from '../../http/register-call.ts';
import { RATES } from '../../limits.ts';
import type {
  ListedOneTimeToken,
  OneTimeTokenStore,
  StoredAccount,
  Transaction,
  VerifiedEmail,
} from '../../store/ports/store.ts';
import { saveAsServer } from '../../sync/save-as-server.ts';
import type { AuthContext } from '../auth-context.ts';
import { accountKey } from '../core/limits/limits.ts';
import { formerPasswords } from '../core/passwords/passwords.ts';
import { requireSessionOf } from '../core/sessions/sessions.ts';
import { type LinkBody, parseBody } from '../mail/link-kinds.ts';
import type { FoundLink } from '../mail/one-time-links.ts';

export const changeEmailCalls = (context: AuthContext): Handlers => ({
  /** Mails a confirmation link to the new address. The reply does not reveal if another account has that address. */
  async changeEmail({ email }, request, reply) {
    const { store, sessions, limits, mail } = context;
    const { account } = await sessions.requireReauthentication(request);
    mail.require();
    await limits.count('ask-mail', accountKey(account.email), RATES.askedMails);
    const link = await mail.createChangeLink(account, email);
    // If the session was ended meanwhile, for example by a new password, the change is cancelled.
    await sessions.requireSession(request).catch(async (error) => {
      await store.revokeOneTimeTokens(account.uid, ['change-email']);
      throw error;
    });
    if (link !== undefined) mail.sendChange(account, email, link, reply);
    return {};
  },

  /** Changes the account's address to the one that the link was mailed to. Throws 'reauthentication-needed' without a session of it. */
  async confirmEmail({ token }, request, reply) {
    const { limits, links, sessions, events } = context;
    await limits.countAddress(request);
    const found = await links.find('change-email', token);
    events.about(request, found.uid);
    await requireSessionOf(sessions, found.uid, request);
    return { email: await completeChange(context, found, reply) };
  },
});

/**
 * Uses a link or code up and changes the address; links mailed to the former address stop working. That address is told,
 * with a link that undoes the change if it was verified. Returns the new address. Throws 'link-expired', 'email-taken'.
 */
export async function completeChange(
  context: Pick<AuthContext, 'store' | 'now' | 'mail' | 'links'>,
  { hash, uid, body }: FoundLink<'change-email'>,
  reply: FastifyReply,
): Promise<string> {
  const { store, now, mail, links } = context;
  const at = isoTime(now());
  const former = await store.accountByUid(uid);
  if (!former) throw new CallError('link-expired');
  const undone = await changeUndoneBy(store, uid, body.emailKey, at);
  // After the account: a password that is replaced meanwhile is then in one of the two.
  const formerHashes = await formerPasswords(store, uid, at);
  const link = await store.transact(former.household, async (transaction) => {
    await writeEmail(transaction, former, { ...body, verifiedAt: at }, at);
    // After the account, for lock order: a new password also locks the account before the tokens that it voids.
    const isTaken = await transaction.consumeOneTimeToken('change-email', hash, at);
    if (!isTaken) throw new CallError('link-expired');
    await transaction.changeAccount(uid, () => ({
      revokes: ['change-email', 'verify-email'],
      ...(undone && { revokesLater: { kind: 'undo-email' as const, expiresAt: undone.expiresAt } }),
    }));
    const undo = undone ? undefined : undoBody(former, at, formerHashes);
    // In the transaction that frees the former address, so that nobody gets it in between.
    return undo && links.create('undo-email', uid, undo, transaction);
  });
  // An address that was never verified may be a stranger's.
  const notice = link === undefined ? 'unverifiedAddressChanged' : 'addressChanged';
  mail.tell(undone ? 'addressRestored' : notice, former, reply, link);
  return body.email;
}

/**
 * Finds the earliest change that ends by a return to this address, by its undo link; undefined if it is no return. Whoever left
 * the address in between gets no link that would bring theirs back.
 */
async function changeUndoneBy(
  store: OneTimeTokenStore,
  uid: string,
  emailKey: string,
  at: string,
): Promise<ListedOneTimeToken | undefined> {
  const links = await store.oneTimeTokensOf(uid, ['undo-email'], at);
  return links.findLast(({ body }) => parseBody('undo-email', body).emailKey === emailKey);
}

/** Returns what undoing a change needs to know of the account before it; undefined if its address was never verified. */
function undoBody(
  { email, emailKey, emailVerifiedAt: verifiedAt, passwordHash }: StoredAccount,
  changedAt: string,
  formerHashes: string[],
): LinkBody<'undo-email'> | undefined {
  return verifiedAt === null
    ? undefined
    : { email, emailKey, verifiedAt, changedAt, passwordHash, formerHashes };
}

/** Writes account and profile in one transaction, so that the change reaches the family's phones. Throws 'email-taken', 'unavailable'. */
export async function writeEmail(
  transaction: Transaction,
  { uid }: StoredAccount,
  email: VerifiedEmail,
  at: string,
): Promise<void> {
  const set = await transaction.setEmail(uid, email, at);
  // Thrown so that the transaction is rolled back in either database. Asked again, the call finds the household it is in now.
  if (set !== 'set') throw new CallError(set === 'elsewhere' ? 'unavailable' : set);
  const path = profilePath(uid);
  const profile = (await transaction.load([{ paths: [path] }])).get(path);
  if (!profile) return;
  const document = { ...profile, email: email.email, updatedAt: at };
  await saveAsServer(transaction, [{ path, document }], Date.parse(at), undefined);
}
