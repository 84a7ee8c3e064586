import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { type Id, idSchema } from '#domain/ids.ts';
import { profilePath } from '#domain/paths.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { isoTime, isoTimeSchema } from '#domain/time.ts';
import { CallError } from '../http/call-error.ts';
import { saveAsServer } from '../sync/save-as-server.ts';
import type { ParentContext } from './context.ts';

const bodySchema = v.object({
  madeAt: isoTimeSchema,
  /** The account that asked to join, and since when it may. */
  asked: v.optional(v.object({ uid: idSchema, at: isoTimeSchema, approvedAt: v.optional(isoTimeSchema) })),
});
export type InviteBody = v.InferOutput<typeof bodySchema>;

export function parseInvite(body: string): InviteBody {
  return v.parse(bodySchema, JSON.parse(body));
}

/** An invitation that leads to the household of its inviter. */
export interface FoundInvite extends InviteBody {
  hash: string;
  inviter: Id;
  household: Id;
  /** As it is stored. */
  body: string;
  expiresAt: string;
}

/** An invitation as one account, or nobody, may see it. */
export type InviteState = 'open' | 'own' | 'asked' | 'let-in';

type Finder = Pick<ParentContext, 'store' | 'now' | 'limits'>;

/**
 * Finds the invitation of a secret. Throws 'link-expired', alike for one that is unknown, used or over and for one that somebody
 * else has asked by, and 'too-many-requests' to an address that missed too often.
 */
export async function findInvite(
  context: Finder,
  secret: string,
  account: Account | undefined,
  request: FastifyRequest,
): Promise<FoundInvite & { state: InviteState }> {
  const found = await lookUp(context, secret);
  const state = found && stateFor(found, account);
  if (found && state) return { ...found, state };
  await context.limits.countMissedLink(request);
  throw new CallError('link-expired');
}

async function lookUp({ store, now }: Finder, secret: string): Promise<FoundInvite | undefined> {
  // Any text has a hash, so that a malformed secret is an unknown one.
  const secretHash = hash('sha256', secret, 'base64url');
  const token = await store.oneTimeToken('parent-invite', secretHash, isoTime(now()));
  const inviter = token?.uid == null ? undefined : await store.accountByUid(token.uid);
  if (!token || !inviter) return undefined;
  const { uid, household } = inviter;
  const { asked, madeAt } = parseInvite(token.body);
  // Whoever asked and deleted the account since leaves the invitation to others.
  const isAsked = asked !== undefined && (await store.accountByUid(asked.uid)) !== undefined;
  return { ...token, madeAt, ...(isAsked && { asked }), hash: secretHash, inviter: uid, household };
}

/** Undefined if the invitation opens nothing for this account. */
function stateFor({ household, asked }: FoundInvite, account: Account | undefined): InviteState | undefined {
  if (account?.household === household) return 'own';
  if (!asked) return 'open';
  if (asked.uid !== account?.uid) return undefined;
  return asked.approvedAt === undefined ? 'asked' : 'let-in';
}

/**
 * Writes into the inviter's profile until when (ISO) somebody asks, or undefined for nobody: the phones of the family follow it,
 * so that the inviter is told on every page. It says nothing of who asks.
 */
export async function showAsked(
  { store, now }: Pick<ParentContext, 'store' | 'now'>,
  { household, inviter }: Pick<FoundInvite, 'household' | 'inviter'>,
  until: string | undefined,
): Promise<void> {
  const path = profilePath(inviter);
  await store.transact(household, async (transaction) => {
    const stored = (await transaction.load([{ paths: [path] }])).get(path);
    if (!stored || stored.askedUntil === until) return;
    const { askedUntil: _former, ...profile } = stored;
    const document = until === undefined ? profile : { ...profile, askedUntil: until };
    await saveAsServer(transaction, [{ path, document }], now(), store.restored());
  });
}
