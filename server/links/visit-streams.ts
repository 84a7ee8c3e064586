import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Id } from '#domain/ids.ts';
import { VISIT_STREAM, visitStreamSchema } from '#domain/protocol/link-calls.ts';
import { isoTime } from '#domain/time.ts';
import { addressGroups } from '../auth/core/limits/address-groups.ts';
import type { Dependencies } from '../dependencies.ts';
import { CallError } from '../http/call-error.ts';
import { requireBody } from '../http/json-body.ts';
import { validated } from '../http/register-call.ts';
import { Slots } from '../http/slots.ts';
import { AT_ONCE } from '../limits.ts';
import { beginEvents, EventStream, frameOf } from '../live/event-stream.ts';
import { HouseholdStreams, type LiveTimes, OpenStreams, type StreamDeps } from '../live/open-streams.ts';
import type { LinkGate } from './link-gate.ts';
import { certainPhone, endOf, find, type Living, type LookDeps, mayComeBack, shownTo } from './look.ts';

const closed = frameOf('closed', { code: 'link-expired' });

/** One open stream of a visit. It knows its link by the hash alone. */
export class VisitReader extends EventStream {
  readonly hash: string;
  readonly isOwn: boolean;
  /** The JSON that was sent last; '' before the first. */
  #sent = '';
  /** The time (ms) from which the link shows nothing, as of the last look. */
  endsAt = Number.POSITIVE_INFINITY;
  phone: string | undefined;
  /** The time (ms) of the last look that found the link. */
  foundAt: number;

  constructor(
    response: ServerResponse,
    openedAt: number,
    { hash, isOwn, foundAt }: { hash: string; isOwn: boolean; foundAt: number },
  ) {
    super(response, openedAt);
    this.hash = hash;
    this.isOwn = isOwn;
    this.foundAt = foundAt;
  }

  /** Sends the visit as it was found, unless that is what was sent last. */
  show(living: Living, now: number): void {
    this.endsAt = endOf(living);
    this.foundAt = Date.parse(living.asOf);
    this.phone = this.isOwn ? undefined : certainPhone(living.visitor);
    const shown = shownTo(living, this.isOwn);
    const json = JSON.stringify({ ...shown, asOf: '' });
    if (json === this.#sent) return;
    this.#sent = json;
    this.write(frameOf('visit', shown), now);
  }

  /** Ends it because the link shows nothing any more. */
  expire(): void {
    this.end(closed);
  }

  /** Ends it without a word: the page opens another one. */
  close(): void {
    this.end();
  }
}

/** Retry-After of a stream too many, in seconds: the page asks now and then meanwhile. */
const RETRY_AFTER = 60;

export interface VisitStreamDeps extends Omit<StreamDeps, 'store'>, LookDeps {
  store: StreamDeps['store'] & LookDeps['store'];
}

/** The open streams of a household's visits: each link is looked up once for all who read it. */
class VisitHousehold extends HouseholdStreams<VisitReader, VisitStreamDeps> {
  /** The household's version as the poll last gave it. */
  #version: number | undefined;
  /** The last look failed. */
  isFailing = false;

  isBehind(version: number | undefined): boolean {
    const isNew = version === undefined || version !== this.#version;
    this.#version = version;
    return isNew;
  }

  protected override onFailure(error: unknown): void {
    // The next poll has it look again.
    this.#version = undefined;
    this.isFailing = true;
    super.onFailure(error);
  }

  /** A reader who comes during a look waits for the next one: what he is shown never goes back. */
  protected async send(): Promise<void> {
    for (const [hash, readers] of Map.groupBy(this.readers, (reader) => reader.hash)) {
      const found = await find(this.deps, hash);
      for (const reader of readers) {
        if (found && found !== 'unknown' && (!found.isRefused || reader.isOwn))
          reader.show(found, this.deps.uptime());
        else if (found === 'unknown' && mayComeBack(this.deps, reader.foundAt)) reader.close();
        else reader.expire();
      }
    }
    this.isFailing = false;
  }
}

/** All open streams of visits in this process. */
export class VisitStreams extends OpenStreams<VisitReader, VisitHousehold, VisitStreamDeps> {
  /** Since the store failed: the time (ms) up to which what was shown is known to hold. */
  #heldUntil: number | undefined;
  #polledAt: number;
  readonly #ofAddress = new Slots({ each: AT_ONCE.linkStreamsOfAddress, retryAfter: RETRY_AFTER });

  constructor(deps: VisitStreamDeps, times?: Partial<LiveTimes>) {
    const onFailure = (error: unknown) => {
      this.#heldUntil ??= this.#polledAt;
      deps.onFailure(error);
    };
    super({ ...deps, onFailure }, times);
    this.#polledAt = deps.now();
  }

  /**
   * Takes a place for a stream of a client's address. Throws 'too-many-requests' if there are as many streams as there may be:
   * of a link, of a household, in all, of an address.
   */
  takePlace(response: ServerResponse, { household, hash }: Living, ip: string | undefined): void {
    const readers = this.find(household)?.readers ?? new Set();
    const own = [...readers].filter((reader) => reader.hash === hash);
    if (
      own.length >= AT_ONCE.streamsOfLink ||
      readers.size >= AT_ONCE.linkStreamsOfHousehold ||
      this.size >= AT_ONCE.linkStreams
    )
      throw new CallError('too-many-requests', { retryAfter: RETRY_AFTER });
    for (const { group, factor } of addressGroups(ip)) this.#ofAddress.take(group, response, factor);
  }

  /** Adds a stream, a response whose head is written, and has its visit sent. */
  open(response: ServerResponse, { household, hash, asOf }: Living, isOwn: boolean): void {
    const about = { hash, isOwn, foundAt: Date.parse(asOf) };
    this.add(household, new VisitReader(response, this.deps.uptime(), about), response);
  }

  protected householdOf(id: Id): VisitHousehold {
    return new VisitHousehold(id, this.deps);
  }

  /** Tells the page up to when what was shown is known to hold. */
  protected heartbeat(): string {
    return frameOf('heartbeat', { asOf: isoTime(this.#heldUntil ?? this.deps.now()) });
  }

  protected override onPoll(): void {
    if ([...this.households()].some(({ isFailing }) => isFailing)) return;
    this.#polledAt = this.deps.now();
    this.#heldUntil = undefined;
  }

  /** Has a link looked up again whose time is over, or whose number was refused: no change of the household tells of it. */
  protected override tick(uptime: number): void {
    super.tick(uptime);
    const { now, isNumberRefused } = this.deps;
    for (const household of this.households()) {
      const isOver = ({ endsAt, phone }: VisitReader) =>
        endsAt <= now() || (phone !== undefined && isNumberRefused?.(phone));
      if ([...household.readers].some(isOver)) household.notify();
    }
  }
}

/** Registers the stream of a visit (server-sent events in the reply to a POST). At shutdown the streams are closed first. */
export function registerVisitStream(app: FastifyInstance, dependencies: Dependencies, gate: LinkGate): void {
  const { log, liveTimes, meter } = dependencies;
  const onFailure = (error: unknown) => log.warn({ error }, 'the streams of visits could not be updated');
  const deps = { ...dependencies, uptime: () => performance.now(), onFailure };
  const streams = new VisitStreams(deps, liveTimes);
  meter?.watch('visit_streams', () => streams.size);
  app.addHook('preClose', () => streams.stop());
  app.post(VISIT_STREAM, async (request, reply) => {
    requireBody(request.body);
    const { link } = validated(visitStreamSchema, request.body);
    const living = await gate.enterStream(link, request, reply);
    const isOwn = await gate.isOwn(living, request);
    if (streams.isStopped) throw new CallError('unavailable');
    streams.takePlace(reply.raw, living, request.ip);
    streams.open(beginEvents(reply), living, isOwn);
  });
}
