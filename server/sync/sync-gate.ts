import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '#domain/protocol/calls.ts';
import type { AuthContext } from '../auth/auth-context.ts';
import type { OpenSession } from '../auth/core/sessions/sessions.ts';
import { CallError } from '../http/call-error.ts';
import { lengthRead } from '../http/json-body.ts';
import { REQUEST_WORK } from '../http/pace.ts';
import { Slots } from '../http/slots.ts';
import { AT_ONCE, LARGEST_SYNC } from '../limits.ts';

/** So many bytes of a body are as much work as a document. */
const BYTES_PER_DOCUMENT = 100;

/** Lets requests of a session in, before their bodies are read: few at once, and no faster than its household's pace. */
export class SyncGate {
  readonly #context: Pick<AuthContext, 'sessions' | 'pace'>;
  readonly #ofSession = new Slots({ each: AT_ONCE.ofSession, retryAfter: 1 });
  readonly #ofHousehold = new Slots({ each: AT_ONCE.ofHousehold, retryAfter: 1 });
  readonly #senders = new WeakMap<FastifyRequest, OpenSession>();

  constructor(context: Pick<AuthContext, 'sessions' | 'pace'>) {
    this.#context = context;
  }

  /**
   * Throws 'not-signed-in', 'too-many-requests', or 'unavailable' to one who is gone. A body whose length is not told counts as
   * the largest until it was read.
   */
  readonly enter = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { sessions, pace } = this.#context;
    const sender = await sessions.requireSession(request);
    const { household } = sender.account;
    this.#ofSession.take(sender.session, reply.raw);
    this.#ofHousehold.take(household, reply.raw);
    // A longer one is refused unread.
    const bytes = Math.min(Number(request.headers['content-length'] ?? LARGEST_SYNC), LARGEST_SYNC);
    const work = REQUEST_WORK + bytes / BYTES_PER_DOCUMENT;
    const hasWaited = await pace.from(request.ip).begin(household, work, () => reply.raw.destroyed);
    // The session may have ended meanwhile.
    this.#senders.set(request, hasWaited ? await sessions.requireSession(request) : sender);
  };

  /** Returns the account of a request that was let in, once its body was read. Throws 'not-signed-in'. */
  accountOf(request: FastifyRequest): Account {
    const sender = this.#senders.get(request);
    if (!sender) throw new CallError('not-signed-in');
    const unsent = LARGEST_SYNC - (lengthRead(request) ?? LARGEST_SYNC);
    const pace = this.#context.pace.from(request.ip);
    if (unsent > 0) pace.count(sender.account.household, -unsent / BYTES_PER_DOCUMENT);
    return sender.account;
  }
}
