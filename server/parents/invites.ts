import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { type Id, idSchema } from '#domain/ids.ts';
import { profilePath } from '#domain/paths.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { isoTime, isoTimeSchema } from '#domain/time.ts';
import { hashOf } from '../auth/core/sessions/secret.ts';
import { CallError } from '../http/call-error.ts';
import { saveAsServer } from '../sync/save-as-server.ts';
import type { ParentContext } from './notify-parents.ts';

const bodySchema = v.object({
  madeAt: isoTimeSchema,
  /** The account that asked to join, and when it was approved. */
  asked: v.optional(v.object({ uid: idSchema, at: isoTimeSchema, approvedAt: v.optional(isoTimeSchema) })),
});
export type InviteBody = v.InferOutput<typeof bodySchema>;

export function parseInvite(body: string): InviteBody {
  return v.parse(bodySchema, JSON.parse(body));
}

interface FoundInvite extends InviteBody {
  hash: string;
  inviter: Id;
  household: Id;
  /** JSON, for the comparison of `updateInvite`. */
  body: string;
  expiresAt: string;
}

type InviteState = 'open' | 'own' | 'asked' | 'let-in';

/**
 * Throws 'link-expired' alike if unknown, used, expired or claimed by another account, so guesses learn
 * nothing; 'too-many-requests' after too many misses from one address.
 */
export async function findInvite(
  context: ParentContext,
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

async function lookUp({ store, now }: ParentContext, secret: string): Promise<FoundInvite | undefined> {
  const secretHash = hashOf(secret);
  const token = await store.oneTimeToken('parent-invite', secretHash, isoTime(now()));
  const inviter = token?.uid == null ? undefined : await store.accountByUid(token.uid);
  if (!token || !inviter) return undefined;
  const { uid, household } = inviter;
  const { asked, ...invite } = parseInvite(token.body);
  // If the asker deleted the account, others may use the invitation.
  const isAsked = asked !== undefined && (await store.accountByUid(asked.uid)) !== undefined;
  return {
    ...token,
    ...invite,
    asked: isAsked ? asked : undefined,
    hash: secretHash,
    inviter: uid,
    household,
  };
}

/** Undefined if it opens nothing for this account. */
function stateFor({ household, asked }: FoundInvite, account: Account | undefined): InviteState | undefined {
  if (account?.household === household) return 'own';
  if (!asked) return 'open';
  if (asked.uid !== account?.uid) return undefined;
  return asked.approvedAt === undefined ? 'asked' : 'let-in';
}

/** Writes into the inviter's profile until when (ISO) somebody asks, not who, so that every page shows it. */
export async function showAsked(
  { store, now }: ParentContext,
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
