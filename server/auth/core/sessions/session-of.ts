import type { FastifyRequest } from 'fastify';
import type { Id } from '#domain/ids.ts';
import { CallError } from '../../../http/call-error.ts';
import type { Sessions } from '../../port.ts';

/** True if the request's session belongs to this account. */
export async function hasSessionOf(sessions: Sessions, uid: Id, request: FastifyRequest): Promise<boolean> {
  return (await sessions.findAccount(request))?.uid === uid;
}

/**
 * Throws 'proof-needed' without a session of the account: a mail alone must not make somebody else's account one's own
 * (account pre-hijacking).
 */
export async function requireSessionOf(sessions: Sessions, uid: Id, request: FastifyRequest): Promise<void> {
  if (!(await hasSessionOf(sessions, uid, request))) throw new CallError('proof-needed');
}
