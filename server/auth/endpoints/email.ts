import type { FastifyInstance } from 'fastify';
import { profilePath } from '#domain/paths.ts';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import { registerCall } from '../../http/register-call.ts';
import type { Transaction } from '../../store/port.ts';
import type { Allowance } from '../../store/rate-limit.ts';
import type { StoredAccount, VerifiedEmail } from '../../store/sign-in-port.ts';
import type { Ground } from '../auth-context.ts';
import { accountNamed } from '../limits/limits.ts';

/** How often an account asks for mail to its own address, or to another; also one that was deleted and made anew. */
const ASKING: Allowance = { burst: 4, everyMs: 15 * 60_000 };

/** The account's address, and whether mail to it is known to reach the parent. */
export function myEmailCall(app: FastifyInstance, { store, sessions }: Ground): void {
  registerCall(app, 'myEmail', async (_nothing, request) => {
    const { uid, email } = await sessions.require(request);
    const stored = await store.accountByUid(uid);
    return { email: stored?.email ?? email, verified: stored?.emailVerifiedAt != null };
  });
}

/** Mails the account's address a link that proves it. */
export function askVerificationCall(app: FastifyInstance, { sessions, limits, mail }: Ground): void {
  registerCall(app, 'askVerification', async (_nothing, request, reply) => {
    const account = await sessions.require(request);
    mail.require();
    await limits.count('ask-mail', accountNamed(account.email), ASKING);
    mail.verification(account, request, reply);
    return {};
  });
}

/** Whoever has the link has the mail, so nobody needs to be signed in. */
export function verifyEmailCall(app: FastifyInstance, { store, now, limits, links }: Ground): void {
  registerCall(app, 'verifyEmail', async ({ token }, request) => {
    await limits.address(request);
    const { hash, body } = await links.look('verify-email', token);
    const at = isoTime(now());
    const verified = await store.redeemTicket('verify-email', hash, at, ({ emailKey }) => {
      if (emailKey !== body.emailKey) throw new CallError('link-expired');
      return { emailVerifiedAt: at };
    });
    if (!verified) throw new CallError('link-expired');
    return {};
  });
}

/** Mails a link to another address. The answer does not tell whether somebody else has it: only its own mail does. */
export function changeEmailCall(app: FastifyInstance, { store, sessions, limits, mail }: Ground): void {
  registerCall(app, 'changeEmail', async ({ email }, request, reply) => {
    const { account } = await sessions.requireProven(request);
    mail.require();
    await limits.count('ask-mail', accountNamed(account.email), ASKING);
    const link = await mail.changeLink(account, email);
    // Whoever signed this session out meanwhile, as by another password, calls the change off.
    await sessions.requireSession(request).catch(async (error) => {
      await store.dropTickets(account.uid, ['change-email']);
      throw error;
    });
    if (link !== undefined) mail.change(account, email, link, request, reply);
    return {};
  });
}

/** Makes the address that a link went to the account's own. What was mailed to the former one names it, and opens nothing. */
export function confirmEmailCall(app: FastifyInstance, { store, now, limits, links }: Ground): void {
  registerCall(app, 'confirmEmail', async ({ token }, request) => {
    await limits.address(request);
    const { hash, uid, body } = await links.look('change-email', token);
    const account = await store.accountByUid(uid);
    if (!account) throw new CallError('link-expired');
    const email = { ...body, verifiedAt: isoTime(now()) };
    await store.transact(account.household, async (transaction) => {
      await writeEmail(transaction, account, email);
      // Last: a new password locks the account before the tickets that it voids, and so do we.
      const isMine = await transaction.takeTicket('change-email', hash, email.verifiedAt);
      if (!isMine) throw new CallError('link-expired');
    });
    return { email: body.email };
  });
}

/** Account and profile in one transaction, so that the family's phones hear of it. Throws 'email-taken'. */
async function writeEmail(transaction: Transaction, { uid }: StoredAccount, email: VerifiedEmail) {
  // Thrown, so that the transaction is undone whatever the database made of it.
  if ((await transaction.setEmail(uid, email)) === 'email-taken') throw new CallError('email-taken');
  const path = profilePath(uid);
  // The change is nobody's tap: it is counted as of a device that bears the account's name.
  const { version: former, lastSequence } = await transaction.begin(uid, []);
  const profile = (await transaction.load([{ paths: [path] }])).get(path);
  if (!profile) return;
  const version = former + 1;
  const document = { ...profile, email: email.email, updatedAt: email.verifiedAt };
  await transaction.save({
    version,
    device: uid,
    lastSequence,
    documents: [{ path, version, document }],
    outcomes: [],
    notices: [],
    recordedAt: email.verifiedAt,
  });
}
