import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Id } from '#domain/ids.ts';
import { profilePath } from '#domain/paths.ts';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import type { Handlers } from '../../http/register-call.ts';
import { RATE_LIMITS } from '../../load-limits/limit-numbers.ts';
import { accountKey } from '../../load-limits/load-limits.ts';
import type {
  ListedOneTimeToken,
  OneTimeTokenStore,
  StoredAccount,
  Transaction,
  VerifiedEmail,
} from '../../store/ports/store.ts';
import { saveAsServer } from '../../sync/save-as-server.ts';
import type { AuthContext } from '../auth-context.ts';
import { hasSessionOf, type Sessions } from '../core/sessions/sessions.ts';
import { type FoundLink, type LinkBody, parseBody } from '../mail/one-time-links.ts';

export const accountEmailHandlers = (context: AuthContext): Handlers => ({
  async myEmail(_nothing, request) {
    const { store, sessions } = context;
    const { uid, email } = await sessions.requireAccount(request);
    const stored = await store.accountByUid(uid);
    return { email: stored?.email ?? email, verified: stored?.emailVerifiedAt != null };
  },
  async askVerification(_nothing, request, reply) {
    const { sessions, limits, mail } = context;
    const account = await sessions.requireAccount(request);
    mail.require();
    await limits.count('ask-mail', accountKey(account.email), RATE_LIMITS.askedMails);
    mail.sendVerification(account, reply);
    return {};
  },
  async verifyEmail({ token }, request) {
    const { limits, links, sessions, events } = context;
    await limits.countAddress(request);
    const found = await links.find('verify-email', token);
    events.about(request, found.uid);
    await requireSessionOf(sessions, found.uid, request);
    await verifyAddress(context, found);
    return {};
  },
  /** The reply does not reveal if another account has that address. */
  async changeEmail({ email }, request, reply) {
    const { store, sessions, limits, mail } = context;
    const { account } = await sessions.requireReauthentication(request);
    mail.require();
    await limits.count('ask-mail', accountKey(account.email), RATE_LIMITS.askedMails);
    const link = await mail.createChangeLink(account, email);
    // A new password, for example, ended the session: cancel the change.
    await sessions.requireSession(request).catch(async (error) => {
      await store.revokeOneTimeTokens(account.uid, ['change-email']);
      throw error;
    });
    if (link !== undefined) mail.sendChange(account, email, link, reply);
    return {};
  },
  async confirmEmail({ token }, request, reply) {
    const { limits, links, sessions, events } = context;
    await limits.countAddress(request);
    const found = await links.find('change-email', token);
    events.about(request, found.uid);
    await requireSessionOf(sessions, found.uid, request);
    return { email: await completeChange(context, found, reply) };
  },
  /** A code needs no link, since the mail may be on another phone than the session. Throws 'code-refused'. */
  async confirmCode({ code }, request, reply) {
    const { store, sessions, limits, links, events } = context;
    const { uid, email } = await sessions.requireAccount(request);
    await limits.count('email-code', uid, RATE_LIMITS.mailedCodes);
    const change = await links.findByCode('change-email', uid, code);
    if (change) {
      const changed = await completeChange(context, change, reply);
      events.record(request, { event: 'email-changed', outcome: 'ok' });
      return { email: changed };
    }
    const verification = await links.findByCode('verify-email', uid, code);
    if (!verification) throw new CallError('code-refused');
    await verifyAddress(context, verification);
    events.record(request, { event: 'email-verified', outcome: 'ok' });
    return { email: (await store.accountByUid(uid))?.email ?? email };
  },
});

/**
 * Throws 'reauthentication-needed': a mail alone must not take over somebody else's account (account
 * pre-hijacking).
 */
async function requireSessionOf(sessions: Sessions, uid: Id, request: FastifyRequest): Promise<void> {
  if (!(await hasSessionOf(sessions, uid, request))) throw new CallError('reauthentication-needed');
}

/** Voids other links to the address. Throws 'link-expired'. */
async function verifyAddress(
  { store, now }: AuthContext,
  { hash, body }: FoundLink<'verify-email'>,
): Promise<void> {
  const at = isoTime(now());
  const verified = await store.redeemOneTimeToken('verify-email', hash, at, (account) => {
    if (account.emailKey !== body.emailKey) throw new CallError('link-expired');
    return { emailVerifiedAt: account.emailVerifiedAt ?? at, revokes: ['verify-email'] };
  });
  if (!verified) throw new CallError('link-expired');
}

/**
 * Voids links to the previous address and notifies it, with an undo link if verified. Throws 'link-expired',
 * 'email-taken'.
 */
async function completeChange(
  context: AuthContext,
  { hash, uid, body }: FoundLink<'change-email'>,
  reply: FastifyReply,
): Promise<string> {
  const { store, now, mail, links } = context;
  const at = isoTime(now());
  const previous = await store.accountByUid(uid);
  if (!previous) throw new CallError('link-expired');
  const undone = await changeUndoneBy(store, uid, body.emailKey, at);
  // Read after the account, so a password changed in between is in one of them.
  const formerHashes = await formerPasswords(store, uid, at);
  const link = await store.transact(previous.household, async (transaction) => {
    await writeEmail(transaction, previous, { ...body, verifiedAt: at }, at);
    // After the account, for lock order: a new password locks the account before its tokens too.
    const isTaken = await transaction.consumeOneTimeToken('change-email', hash, at);
    if (!isTaken) throw new CallError('link-expired');
    await transaction.changeAccount(uid, () => ({
      revokes: ['change-email', 'verify-email'],
      ...(undone && { revokesLater: { kind: 'undo-email' as const, expiresAt: undone.expiresAt } }),
    }));
    const undo = undone ? undefined : undoBody(previous, at, formerHashes);
    // In the transaction that frees the previous address, so that nobody takes it in between.
    return undo && links.create('undo-email', uid, undo, transaction);
  });
  // A never verified address may be a stranger's.
  const notice = link === undefined ? 'unverifiedAddressChanged' : 'addressChanged';
  mail.sendSecurityNotice(undone ? 'addressRestored' : notice, previous, reply, link);
  return body.email;
}

/** The earliest change that this return undoes; the address in between gets no link to restore it. */
async function changeUndoneBy(
  store: OneTimeTokenStore,
  uid: string,
  emailKey: string,
  at: string,
): Promise<ListedOneTimeToken | undefined> {
  const links = await store.oneTimeTokensOf(uid, ['undo-email'], at);
  return links.findLast(({ body }) => parseBody('undo-email', body).emailKey === emailKey);
}

const formerSchema = v.object({ passwordHash: v.string() });

/** Replaced by sessions in the last seven days. */
async function formerPasswords(store: OneTimeTokenStore, uid: Id, now: string): Promise<string[]> {
  const tokens = await store.oneTimeTokensOf(uid, ['former-password'], now);
  return tokens.map(({ body }) => v.parse(formerSchema, JSON.parse(body)).passwordHash);
}

/** Undefined if the address was never verified. */
function undoBody(
  { email, emailKey, emailVerifiedAt: verifiedAt, passwordHash }: StoredAccount,
  changedAt: string,
  formerHashes: string[],
): LinkBody<'undo-email'> | undefined {
  return verifiedAt === null
    ? undefined
    : { email, emailKey, verifiedAt, changedAt, passwordHash, formerHashes };
}

/** One transaction, so that the family's phones see the change. Throws 'email-taken', 'unavailable'. */
export async function writeEmail(
  transaction: Transaction,
  { uid }: StoredAccount,
  email: VerifiedEmail,
  at: string,
): Promise<void> {
  const set = await transaction.setEmail(uid, email, at);
  // Thrown to roll back in either database; a retry finds the new household.
  if (set !== 'set') throw new CallError(set === 'elsewhere' ? 'unavailable' : set);
  const path = profilePath(uid);
  const profile = (await transaction.load([{ paths: [path] }])).get(path);
  if (!profile) return;
  const document = { ...profile, email: email.email, updatedAt: at };
  await saveAsServer(transaction, [{ path, document }], Date.parse(at), undefined);
}
