import type { ServerResponse } from 'node:http';
import type { Id } from '#domain/ids.ts';
import { linkEnd } from '#domain/links/link-life.ts';
import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { certainPhone } from '../following/visibility.ts';
import { CallError } from '../http/call-error.ts';
import { EventStream, frameOf, HouseholdStreams, type LiveTimes, OpenStreams } from '../live/open-streams.ts';
import { MAX_CONCURRENT, RETRY_AFTER } from '../load-limits/limit-numbers.ts';
import { type ActiveLink, find, mayComeBack, sharedVisitOf } from './find-link.ts';

const closed = frameOf('closed', { code: 'link-expired' });

class VisitStream extends EventStream {
  readonly hash: string;
  readonly isOwn: boolean;
  /** The JSON sent last; '' before the first. */
  #sent = '';
  /** From this time (ms) the link shows nothing. */
  endsAt = Number.POSITIVE_INFINITY;
  phone: string | undefined;
  /** The last lookup that found the link, in ms. */
  foundAt: number;

  constructor(response: ServerResponse, openedAt: number, { hash, asOf }: ActiveLink, isOwn: boolean) {
    super(response, openedAt);
    this.hash = hash;
    this.isOwn = isOwn;
    this.foundAt = Date.parse(asOf);
  }

  show(activeLink: ActiveLink, now: number): void {
    this.endsAt = linkEnd(activeLink.visit, activeLink.link);
    this.foundAt = Date.parse(activeLink.asOf);
    this.phone = this.isOwn ? undefined : certainPhone(activeLink.visitor);
    const shown = sharedVisitOf(activeLink, this.isOwn);
    const json = JSON.stringify({ ...shown, asOf: '' });
    if (json === this.#sent) return;
    this.#sent = json;
    this.write(frameOf('visit', shown), now);
  }

  /** The link shows nothing any more. */
  expire(): void {
    this.end(closed);
  }

  /** Without an event, so the page reconnects. */
  close(): void {
    this.end();
  }
}

interface VisitStreamDeps extends Dependencies {
  onFailure: (error: unknown) => void;
}

/** Each link is looked up once for all its streams. */
class VisitHousehold extends HouseholdStreams<VisitStream, VisitStreamDeps> {
  #version: number | undefined;
  isFailing = false;

  isBehind(version: number | undefined): boolean {
    const isNew = version === undefined || version !== this.#version;
    this.#version = version;
    return isNew;
  }

  protected override onFailure(error: unknown): void {
    // The next poll looks it up again.
    this.#version = undefined;
    this.isFailing = true;
    super.onFailure(error);
  }

  /** Readers who join during a lookup wait for the next, so that no page goes back in time. */
  protected async send(): Promise<void> {
    for (const [hash, streams] of Map.groupBy(this.streams, (stream) => stream.hash)) {
      const found = await find(this.deps, hash);
      for (const stream of streams) {
        if (found && found !== 'unknown' && (!found.isRefused || stream.isOwn))
          stream.show(found, this.deps.monotonicNow());
        else if (found === 'unknown' && mayComeBack(this.deps, stream.foundAt)) stream.close();
        else stream.expire();
      }
    }
    this.isFailing = false;
  }
}

export class VisitStreams extends OpenStreams<VisitStream, VisitHousehold, VisitStreamDeps> {
  /** In ms, since the store failed: what was shown is known to hold up to here. */
  #knownUntil: number | undefined;
  #polledAt: number;

  constructor(deps: VisitStreamDeps, times?: Partial<LiveTimes>) {
    const onFailure = (error: unknown) => {
      this.#knownUntil ??= this.#polledAt;
      deps.onFailure(error);
    };
    super({ ...deps, onFailure }, times);
    this.#polledAt = deps.now();
  }

  /** Throws 'too-many-requests' beyond the limits of a link, a household, or in all. */
  requirePlace({ household, hash }: ActiveLink): void {
    const streams = this.find(household)?.streams ?? new Set();
    const own = [...streams].filter((stream) => stream.hash === hash);
    if (
      own.length >= MAX_CONCURRENT.streamsOfLink ||
      streams.size >= MAX_CONCURRENT.linkStreamsOfHousehold ||
      this.size >= MAX_CONCURRENT.linkStreams
    )
      throw new CallError('too-many-requests', { retryAfter: RETRY_AFTER.stream });
  }

  open(response: ServerResponse, activeLink: ActiveLink, isOwn: boolean): void {
    const stream = new VisitStream(response, this.deps.monotonicNow(), activeLink, isOwn);
    this.add(activeLink.household, stream, response);
  }

  protected householdOf(id: Id): VisitHousehold {
    return new VisitHousehold(id, this.deps);
  }

  protected heartbeat(): string {
    return frameOf('heartbeat', { asOf: isoTime(this.#knownUntil ?? this.deps.now()) });
  }

  protected override onPoll(): void {
    if ([...this.households()].some(({ isFailing }) => isFailing)) return;
    this.#polledAt = this.deps.now();
    this.#knownUntil = undefined;
  }

  /** No household change reports an expired link or a refused number, so look those up again. */
  protected override tick(now: number): void {
    super.tick(now);
    const { isNumberRefused } = this.deps;
    for (const household of this.households()) {
      const isOver = ({ endsAt, phone }: VisitStream) =>
        endsAt <= this.deps.now() || (phone !== undefined && isNumberRefused?.(phone));
      if ([...household.streams].some(isOver)) household.notify();
    }
  }
}
