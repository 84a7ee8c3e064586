import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '#domain/protocol/calls.ts';
import type { AuthContext } from '../auth/auth-context.ts';
import type { OpenSession } from '../auth/core/sessions/sessions.ts';
import { CallError } from '../http/call-error.ts';
import { lengthRead } from '../http/register-call.ts';
import { FAIR_SHARE, REQUESTS } from '../load-limits/limit-numbers.ts';

/** This many bytes count as one document's work. */
const BYTES_PER_DOCUMENT = 100;

/** Limits a session's requests and its household's share of time, before bodies are read. */
export function syncGate({ sessions, limits }: AuthContext) {
  const senders = new WeakMap<FastifyRequest, OpenSession>();
  return {
    /**
     * Throws 'not-signed-in', 'too-many-requests' or 'unavailable'. A body of unknown length counts as the
     * largest.
     */
    async enter(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const sender = await sessions.requireSession(request);
      const { household } = sender.account;
      limits.requestsOfSession.take(sender.session, reply.raw);
      limits.requestsOfHousehold.take(household, reply.raw);
      // A longer one is refused unread.
      const announced = Number(request.headers['content-length'] ?? REQUESTS.largestSync);
      const bytes = Math.min(announced, REQUESTS.largestSync);
      const work = FAIR_SHARE.requestWork + bytes / BYTES_PER_DOCUMENT;
      const fairShare = limits.fairShare.from(request.ip);
      const hasWaited = await fairShare.waitTurn(household, work, () => reply.raw.destroyed);
      // The session may have ended during the wait.
      senders.set(request, hasWaited ? await sessions.requireSession(request) : sender);
    },

    /** Refunds bytes that did not come. Throws 'not-signed-in'. */
    accountOf(request: FastifyRequest): Account {
      const sender = senders.get(request);
      if (!sender) throw new CallError('not-signed-in');
      const unsent = REQUESTS.largestSync - (lengthRead(request) ?? REQUESTS.largestSync);
      const fairShare = limits.fairShare.from(request.ip);
      if (unsent > 0) fairShare.count(sender.account.household, -unsent / BYTES_PER_DOCUMENT);
      return sender.account;
    },
  };
}
