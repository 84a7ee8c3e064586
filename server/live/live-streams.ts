import type { ServerResponse } from 'node:http';
import type { Id } from '#domain/ids.ts';
import type { LiveClosedCode, LiveEvent } from '#domain/protocol/live.ts';
import { isoTime } from '#domain/time.ts';
import { AT_ONCE } from '../limits.ts';
import type { Store } from '../store/ports/store.ts';
import { EventStream, frameOf } from './event-stream.ts';
import { HouseholdStreams, OpenStreams, type StreamDeps } from './open-streams.ts';

/** Formats an event of the changes of a household. */
const liveFrame: (event: LiveEvent, data: unknown, id?: number) => string = frameOf;

type Opening = Pick<LiveReader, 'household' | 'session' | 'version'>;

/** One open stream of a household's changes. */
export class LiveReader extends EventStream {
  /** The hash of the session token that it was opened with. */
  readonly session: string;
  readonly household: Id;
  /** The household's version up to which changes were sent. */
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

/** The largest event, in changes and in characters. A phone that missed more syncs instead. */
const CHANGES_PER_EVENT = 100;
const LONGEST_EVENT = 64 * 1024;

export interface LiveDeps extends StreamDeps {
  store: Store;
  /** The server's clock, in ms since 1970. */
  now: () => number;
}

/** The open streams of one household: changes are read once for all streams at the same version. */
class LiveHousehold extends HouseholdStreams<LiveReader, LiveDeps> {
  isBehind(version: number | undefined): boolean {
    return version !== undefined && version !== Math.min(...this.#versions());
  }

  protected async send(): Promise<void> {
    for (const version of this.#versions()) await this.#sendFrom(version);
  }

  #versions(): Set<number> {
    return new Set([...this.readers].map(({ version }) => version));
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
    // Nothing is sent to an ended session, also if another instance ended it.
    await closeEnded(this.deps, this.readers);
    const fits = frame !== undefined && frame.length <= LONGEST_EVENT;
    this.#send(after, fits ? frame : liveFrame('changed', {}), reached);
  }

  #send(after: number, frame: string, version: number): void {
    const at = this.deps.uptime();
    for (const reader of this.readers) {
      if (reader.version !== after) continue;
      reader.version = version;
      reader.write(frame, at);
    }
  }
}

/** Closes those streams whose session has ended, or whose account is in another household by now. */
async function closeEnded(
  { store, now }: Pick<LiveDeps, 'store' | 'now'>,
  readers: Iterable<LiveReader>,
): Promise<void> {
  const all = [...readers];
  const active = await store.activeSessions([...new Set(all.map(({ session }) => session))], isoTime(now()));
  for (const reader of all) {
    const household = active.get(reader.session);
    if (household !== reader.household) reader.close(household === undefined ? 'signed-out' : 'renew');
  }
}

const heartbeat = liveFrame('heartbeat', {});

/** All open streams of households' changes in this process. */
export class LiveStreams extends OpenStreams<LiveReader, LiveHousehold, LiveDeps> {
  /** Adds a stream, a response whose head is written, and sends it the changes after its version. */
  open(response: ServerResponse, about: Opening): void {
    const reader = new LiveReader(response, this.deps.uptime(), about);
    this.add(about.household, reader, response);
    closeOldest(this.find(about.household), about.session);
  }

  /** Closes the streams of a session that has just ended. */
  endSession(session: string): void {
    for (const reader of this.all()) if (reader.session === session) reader.close('signed-out');
  }

  protected householdOf(id: Id): LiveHousehold {
    return new LiveHousehold(id, this.deps);
  }

  protected heartbeat(): string {
    return heartbeat;
  }

  protected override onBeat(silent: readonly LiveReader[]): void {
    closeEnded(this.deps, silent).catch((error) => this.deps.onFailure(error));
  }
}

/** Closes a session's oldest stream if there are too many: usually a tab that is no longer visible. */
function closeOldest(household: LiveHousehold | undefined, session: string): void {
  const own = [...(household?.readers ?? [])].filter((reader) => reader.session === session && reader.isOpen);
  if (own.length > AT_ONCE.streamsOfSession) own[0]?.close('too-many-streams');
}
