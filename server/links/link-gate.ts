import type { FastifyReply, FastifyRequest } from 'fastify';
import { keyOf, type Limits } from '../auth/core/limits/limits.ts';
import type { Sessions } from '../auth/core/sessions/sessions.ts';
import { CallError } from '../http/call-error.ts';
import { type Pace, REQUEST_WORK } from '../http/pace.ts';
import { Slots } from '../http/slots.ts';
import { AT_ONCE, RATES } from '../limits.ts';
import { type Living, type LookDeps, linkHash, look } from './look.ts';

const ANSWERS = { kind: 'link-answer', limit: RATES.linkAnswers };
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
  readonly #deps: LookDeps;
  readonly #sessions: Sessions;
  readonly #limits: Limits;
  readonly #pace: Pace;
  readonly #ofLink = new Slots({ each: AT_ONCE.ofLink, retryAfter: 1 });

  constructor(
    deps: LookDeps,
    { sessions, limits, pace }: { sessions: Sessions; limits: Limits; pace: Pace },
  ) {
    this.#deps = deps;
    this.#sessions = sessions;
    this.#limits = limits;
    this.#pace = pace;
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
    const hasWaited = await this.#pace.from(request.ip).begin(readers, REQUEST_WORK, () => raw.destroyed);
    return hasWaited ? this.#find(hash, request) : found;
  }

  /** True if the device is signed in to the family that made the link. */
  async isOwn({ household }: Living, request: FastifyRequest): Promise<boolean> {
    return (await this.#sessions.findAccount(request))?.household === household;
  }

  countAnswer({ hash }: Living): Promise<void> {
    return this.#limits.count(ANSWERS.kind, hash, ANSWERS.limit);
  }

  countRefusal({ hash }: Living): Promise<void> {
    return this.#limits.count(REFUSALS.kind, hash, REFUSALS.limit);
  }

  async #find(hash: string, request: FastifyRequest): Promise<Living> {
    const living = await look(this.#deps, hash);
    if (living) return living;
    await this.#limits.countMissedLink(request);
    throw new CallError('link-expired');
  }
}
