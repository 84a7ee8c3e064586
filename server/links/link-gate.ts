import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthContext } from '../auth/auth-context.ts';
import { keyOf } from '../auth/core/limits/limits.ts';
import { CallError } from '../http/call-error.ts';
import { REQUEST_WORK } from '../http/pace.ts';
import { Slots } from '../http/slots.ts';
import { AT_ONCE, RATES } from '../limits.ts';
import { type Living, linkHash, look } from './look.ts';
import { ANSWERS } from './reader-writes.ts';

const REFUSALS = { kind: 'link-refusal', limit: RATES.linkRefusals };

/** Returns the keys under which the uses of a link are counted, to forget them with it. */
export function keysOfLink(hash: string): string[] {
  return [ANSWERS, REFUSALS].map(({ kind }) => keyOf(kind, hash));
}

/**
 * Lets holders of links in. They have a share of the server's time beside that of the household, so that none of them slows the
 * household's own taps.
 */
export class LinkGate {
  readonly #context: AuthContext;
  readonly #ofLink = new Slots({ each: AT_ONCE.ofLink, retryAfter: 1 });

  constructor(context: AuthContext) {
    this.#context = context;
  }

  /** Throws 'link-expired' for every link that shows nothing, and 'too-many-requests' to an address that missed too often. */
  async enter(secret: string, request: FastifyRequest, reply: FastifyReply): Promise<Living> {
    this.#ofLink.take(linkHash(secret), reply.raw);
    return this.enterStream(secret, request, reply);
  }

  /** The same for a reply that stays open. */
  async enterStream(secret: string, request: FastifyRequest, { raw }: FastifyReply): Promise<Living> {
    const hash = linkHash(secret);
    const found = await this.#find(hash, request);
    const readers = `readers of ${found.household}`;
    const pace = this.#context.pace.from(request.ip);
    const hasWaited = await pace.begin(readers, REQUEST_WORK, () => raw.destroyed);
    return hasWaited ? this.#find(hash, request) : found;
  }

  /** True if the device is signed in to the family that made the link. */
  async isOwn({ household }: Pick<Living, 'household'>, request: FastifyRequest): Promise<boolean> {
    return (await this.#context.sessions.findAccount(request))?.household === household;
  }

  countRefusal({ hash }: Living): Promise<void> {
    return this.#context.limits.count(REFUSALS.kind, hash, REFUSALS.limit);
  }

  /** Counts a link that shows nothing to whoever asks. Returns the one error for it. */
  async missed(request: FastifyRequest): Promise<CallError> {
    await this.#context.limits.countMissedLink(request);
    return new CallError('link-expired');
  }

  async #find(hash: string, request: FastifyRequest): Promise<Living> {
    const living = await look(this.#context, hash);
    if (living && (!living.isRefused || (await this.isOwn(living, request)))) return living;
    throw await this.missed(request);
  }
}
