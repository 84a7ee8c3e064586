import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { opened, refused, sharedAnswer } from '#domain/links/link-holder.ts';
import { type StoredByLink, VISIT_STREAM, visitStreamSchema } from '#domain/protocol/link-calls.ts';
import type { AuthContext } from '../auth/auth-context.ts';
import { hashOf } from '../auth/core/sessions/secret.ts';
import { CallError } from '../http/call-error.ts';
import { registerCalls, validated } from '../http/register-call.ts';
import { beginEvents } from '../live/open-streams.ts';
import { addressGroups } from '../load-limits/address-groups.ts';
import { FAIR_SHARE, RATE_LIMITS } from '../load-limits/limit-numbers.ts';
import { keyOf } from '../load-limits/load-limits.ts';
import { type ActiveLink, find, mayComeBack, sharedVisitOf, toActiveLink } from './find-link.ts';
import { ANSWERS, type LinkHolder, writeAnswer, writeAs } from './link-holder-writes.ts';
import { VisitStreams } from './visit-streams.ts';

const REFUSALS = { kind: 'link-refusal', limit: RATE_LIMITS.linkRefusals };

/** Counters to delete with the link. */
export function keysOfLink(hash: string): string[] {
  return [ANSWERS, REFUSALS].map(({ kind }) => keyOf(kind, hash));
}

/** Link holders have their own share, so they cannot slow the household. */
export class LinkGate {
  readonly #context: AuthContext;

  constructor(context: AuthContext) {
    this.#context = context;
  }

  /**
   * Throws 'link-expired' for any link that shows nothing, and 'too-many-requests' after many misses of an
   * address.
   */
  async enter(secret: string, request: FastifyRequest, reply: FastifyReply): Promise<ActiveLink> {
    this.#context.limits.requestsOfLink.take(hashOf(secret), reply.raw);
    return this.enterStream(secret, request, reply);
  }

  /** Like `enter`, for a reply that stays open. */
  async enterStream(secret: string, request: FastifyRequest, { raw }: FastifyReply): Promise<ActiveLink> {
    const hash = hashOf(secret);
    const found = await this.#find(hash, request);
    const holders = `link holders of ${found.household}`;
    const fairShare = this.#context.limits.fairShare.from(request.ip);
    const hasWaited = await fairShare.waitTurn(holders, FAIR_SHARE.requestWork, () => raw.destroyed);
    return hasWaited ? this.#find(hash, request) : found;
  }

  /** The device is signed in to the family that made the link. */
  async isOwn({ household }: ActiveLink, request: FastifyRequest): Promise<boolean> {
    return (await this.#context.sessions.findAccount(request))?.household === household;
  }

  countRefusal({ hash }: ActiveLink): Promise<void> {
    return this.#context.limits.count(REFUSALS.kind, hash, REFUSALS.limit);
  }

  /** Counts the miss; one error for all links that show nothing. */
  async missed(request: FastifyRequest): Promise<CallError> {
    await this.#context.limits.countMissedLink(request);
    return new CallError('link-expired');
  }

  async #find(hash: string, request: FastifyRequest): Promise<ActiveLink> {
    const found = await find(this.#context, hash);
    if (found === 'unknown' && mayComeBack(this.#context, 0)) throw new CallError('unavailable');
    const activeLink = found === 'unknown' ? undefined : found;
    if (activeLink && (!activeLink.isRefused || (await this.isOwn(activeLink, request)))) return activeLink;
    throw await this.missed(request);
  }
}

function linkHolder(context: AuthContext): LinkHolder<ActiveLink> {
  return {
    context,
    judge: (seen, now) => {
      const fresh = toActiveLink(context, seen, seen.hash, now);
      // Only the own family was admitted despite the refused number.
      return fresh?.isRefused && !seen.isRefused ? undefined : fresh;
    },
    over: 'link-expired',
  };
}

/** Writes first openings; concurrent requests wait for the same write. */
function openOnce(holder: LinkHolder<ActiveLink>) {
  const openings = new Map<string, Promise<ActiveLink>>();
  return async (activeLink: ActiveLink): Promise<ActiveLink> => {
    if (activeLink.link.openedAt !== undefined) return activeLink;
    const { hash } = activeLink;
    const known = openings.get(hash);
    if (known) return known;
    const opening = writeAs(holder, activeLink, ({ visit }, at) => {
      const changed = opened(visit, hash, at);
      return changed === visit ? {} : { visit: changed };
    }).finally(() => openings.delete(hash));
    openings.set(hash, opening);
    return opening;
  };
}

/** The link holder may be a stranger. */
const TOLD_DIGITS = 2;

/** All that the holder may know: this visit, the typed name, the number's end. */
function storedBy(activeLink: ActiveLink, isOwn: boolean): StoredByLink {
  const { visit, visitor, link, keepVisits } = activeLink;
  const replaced = visit.answer?.replaced;
  const phone = 'parentPhone' in visitor ? visitor.parentPhone : undefined;
  return {
    name: visitor.name,
    phoneEnding: phone === undefined ? null : phone.replace(/\D/g, '').slice(-TOLD_DIGITS),
    visit: sharedVisitOf(activeLink, isOwn),
    madeAt: link.madeAt,
    openedAt: link.openedAt ?? null,
    replaced: replaced ? sharedAnswer(replaced) : null,
    keptDays: keepVisits,
  };
}

/** Called by anybody with a link, signed in or not. */
export function registerLinkHandlers(app: FastifyInstance, context: AuthContext): void {
  const gate = new LinkGate(context);
  const holder = linkHolder(context);
  const open = openOnce(holder);
  registerCalls(app, {
    async seeVisit({ link, shown }, request, reply) {
      const activeLink = await gate.enter(link, request, reply);
      const isOwn = await gate.isOwn(activeLink, request);
      return sharedVisitOf(shown && !isOwn ? await open(activeLink) : activeLink, isOwn);
    },
    async answerVisit({ link, answer }, request, reply) {
      const activeLink = await gate.enter(link, request, reply);
      const answered = await writeAnswer(holder, activeLink, answer, activeLink.hash);
      return sharedVisitOf(answered, await gate.isOwn(activeLink, request));
    },
    async storedByLink({ link }, request, reply) {
      const activeLink = await gate.enter(link, request, reply);
      return storedBy(activeLink, await gate.isOwn(activeLink, request));
    },
    async refuseLinks({ link, remove }, request, reply) {
      const activeLink = await gate.enter(link, request, reply);
      await gate.countRefusal(activeLink);
      // None of the family's links shows anything then; `remove`: it also asks to be removed.
      await writeAs(holder, activeLink, ({ visitor }, at) => ({
        visitor: refused(visitor, remove, at),
        alerts: [{ about: activeLink.path, kind: 'answer', at }],
      }));
      return {};
    },
  });
  registerVisitStream(app, context, gate);
}

/** Server-sent events in the reply to a POST. */
function registerVisitStream(app: FastifyInstance, context: AuthContext, gate: LinkGate): void {
  const { log, liveTimes, meter, limits } = context;
  const onFailure = (error: unknown) => log.warn({ error }, 'the streams of visits could not be updated');
  // Streams age in real time: tests set the injected clock ahead by days, which would renew each stream.
  const deps = { ...context, monotonicNow: () => performance.now(), onFailure };
  const streams = new VisitStreams(deps, liveTimes);
  meter?.watch('visit_streams', () => streams.size);
  app.addHook('preClose', () => streams.stop());
  app.post(VISIT_STREAM, async (request, reply) => {
    const { link } = validated(visitStreamSchema, request.body);
    const activeLink = await gate.enterStream(link, request, reply);
    const isOwn = await gate.isOwn(activeLink, request);
    if (streams.isStopped) throw new CallError('unavailable');
    streams.requirePlace(activeLink);
    for (const { group, factor } of addressGroups(request.ip))
      limits.linkStreamsOfAddress.take(group, reply.raw, factor);
    streams.open(beginEvents(reply), activeLink, isOwn);
  });
}
