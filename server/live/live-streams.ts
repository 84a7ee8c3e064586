import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Id } from '#domain/ids.ts';
import type { LiveClosedCode, LiveEvent } from '#domain/protocol/live.ts';
import { LIVE_PATH } from '#domain/protocol/live.ts';
import { isoTime } from '#domain/time.ts';
import type { AuthContext } from '../auth/auth-context.ts';
import { CallError } from '../http/call-error.ts';
import { FAIR_SHARE, MAX_CONCURRENT } from '../load-limits/limit-numbers.ts';
import type { Store } from '../store/ports/store.ts';
import {
  beginEvents,
  EventStream,
  frameOf,
  HouseholdStreams,
  OpenStreams,
  type StreamDeps,
} from './open-streams.ts';

const liveFrame: (event: LiveEvent, data: unknown, id?: number) => string = frameOf;

type Opening = Pick<HouseholdStream, 'household' | 'session' | 'version'>;

class HouseholdStream extends EventStream {
  readonly session: string;
  readonly household: Id;
  version: number;

  constructor(response: ServerResponse, openedAt: number, { household, session, version }: Opening) {
    super(response, openedAt);
    this.household = household;
    this.session = session;
    this.version = version;
  }

  close(code: LiveClosedCode): void {
    this.end(liveFrame('closed', { code }));
  }
}

/** In changes and in characters; a phone that missed more syncs instead. */
const CHANGES_PER_EVENT = 100;
const LONGEST_EVENT = 64 * 1024;

interface LiveDeps extends StreamDeps {
  store: Store;
  now: () => number;
}

/** Changes are read once for all streams at the same version. */
class LiveHousehold extends HouseholdStreams<HouseholdStream, LiveDeps> {
  isBehind(version: number | undefined): boolean {
    return version !== undefined && version !== Math.min(...this.#versions());
  }

  protected async send(): Promise<void> {
    for (const version of this.#versions()) await this.#sendFrom(version);
  }

  #versions(): Set<number> {
    return new Set([...this.streams].map(({ version }) => version));
  }

  async #sendFrom(after: number): Promise<void> {
    const { store } = this.deps;
    const page = await store.changes(this.id, after, CHANGES_PER_EVENT);
    if (page.cursor === after && !page.cursorExpired) return;
    const isWhole = page.cursor > after && !page.more && !page.cursorExpired;
    const { changes, cursor } = page;
    const sent = { after, changes, cursor, epoch: store.epoch() };
    const frame = isWhole ? liveFrame('changes', sent, cursor) : undefined;
    const reached = page.more ? ((await store.versions([this.id])).get(this.id) ?? cursor) : cursor;
    // Send nothing to an ended session, even if another instance ended it.
    await closeEnded(this.deps, this.streams);
    const fits = frame !== undefined && frame.length <= LONGEST_EVENT;
    this.#send(after, fits ? frame : liveFrame('changed', {}), reached);
  }

  #send(after: number, frame: string, version: number): void {
    const at = this.deps.monotonicNow();
    for (const stream of this.streams) {
      if (stream.version !== after) continue;
      stream.version = version;
      stream.write(frame, at);
    }
  }
}

async function closeEnded({ store, now }: LiveDeps, streams: Iterable<HouseholdStream>): Promise<void> {
  const all = [...streams];
  const active = await store.activeSessions([...new Set(all.map(({ session }) => session))], isoTime(now()));
  for (const stream of all) {
    const household = active.get(stream.session);
    if (household !== stream.household) stream.close(household === undefined ? 'signed-out' : 'renew');
  }
}

const heartbeat = liveFrame('heartbeat', {});

class LiveStreams extends OpenStreams<HouseholdStream, LiveHousehold, LiveDeps> {
  open(response: ServerResponse, about: Opening): void {
    const stream = new HouseholdStream(response, this.deps.monotonicNow(), about);
    this.add(about.household, stream, response);
    closeOldest(this.find(about.household), about.session);
  }

  endSession(session: string): void {
    for (const stream of this.all()) if (stream.session === session) stream.close('signed-out');
  }

  protected householdOf(id: Id): LiveHousehold {
    return new LiveHousehold(id, this.deps);
  }

  protected heartbeat(): string {
    return heartbeat;
  }

  protected override onBeat(silent: readonly HouseholdStream[]): void {
    closeEnded(this.deps, silent).catch((error) => this.deps.onFailure(error));
  }
}

/** The oldest is usually a tab that is no longer visible. */
function closeOldest(household: LiveHousehold | undefined, session: string): void {
  const own = [...(household?.streams ?? [])].filter((stream) => stream.session === session && stream.isOpen);
  if (own.length > MAX_CONCURRENT.streamsOfSession) own[0]?.close('too-many-streams');
}

/** A request without a version: newer than any household, so the phone must sync. */
const NO_VERSION = Number.MAX_SAFE_INTEGER;

export function registerLiveCall(
  app: FastifyInstance,
  { store, now, log, liveTimes, meter, sessions, limits }: AuthContext,
): void {
  const onFailure = (error: unknown) => log.warn({ error }, 'the live streams could not be updated');
  // Streams age in real time: tests set the injected clock ahead by days, which would renew each stream.
  const streams = new LiveStreams(
    { store, now, monotonicNow: () => performance.now(), onFailure },
    liveTimes,
  );
  meter?.watch('live_streams', () => streams.size);
  sessions.onEnd((session) => streams.endSession(session));
  app.addHook('preClose', () => streams.stop());
  app.get(LIVE_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const version = versionIn(request, store.epoch());
    const { session, account } = await sessions.requireSession(request);
    const fairShare = limits.fairShare.from(request.ip);
    await fairShare.waitTurn(account.household, FAIR_SHARE.requestWork, () => reply.raw.destroyed);
    if (streams.isStopped) throw new CallError('unavailable');
    streams.open(beginEvents(reply), { household: account.household, session, version });
  });
}

/** Throws 'invalid-request'. */
function versionIn({ headers, query }: FastifyRequest, present: Id): number {
  const { cursor, epoch = present } = query as { cursor?: unknown; epoch?: unknown };
  // Versions of another epoch say nothing here.
  if (epoch !== present) return NO_VERSION;
  const text = headers['last-event-id'] ?? cursor ?? String(NO_VERSION);
  const version = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(version)) throw new CallError('invalid-request', { field: 'cursor' });
  return version;
}
