import type { ServerResponse } from 'node:http';
import type { Id } from '#domain/ids.ts';
import { closeEnded, type LiveDeps, LiveHousehold } from './live-household.ts';
import { LiveReader, liveFrame } from './live-reader.ts';
import { type LiveTimes, OpenStreams } from './open-streams.ts';

const STREAMS_PER_SESSION = 4;

const heartbeat = liveFrame('heartbeat', {});

/** All open streams of households' changes in this process. */
export class LiveStreams extends OpenStreams<LiveReader, LiveHousehold> {
  readonly #deps: LiveDeps;

  constructor(deps: LiveDeps, times?: Partial<LiveTimes>) {
    super(deps, times);
    this.#deps = deps;
  }

  /** Adds a stream, a response whose head is written, and sends it the changes after its version. */
  open(response: ServerResponse, about: { household: Id; session: string; version: number }): void {
    const reader = new LiveReader(response, { ...about, openedAt: this.#deps.uptime() });
    this.add(about.household, reader, response);
    closeOldest(this.find(about.household), about.session);
  }

  /** Closes the streams of a session that has just ended. */
  endSession(session: string): void {
    for (const reader of this.all()) if (reader.session === session) reader.close('signed-out');
  }

  protected householdOf(id: Id): LiveHousehold {
    return new LiveHousehold(id, this.#deps);
  }

  protected heartbeat(): string {
    return heartbeat;
  }

  protected override onBeat(silent: readonly LiveReader[]): void {
    closeEnded(this.#deps, silent).catch((error) => this.#deps.onFailure(error));
  }
}

/** Closes a session's oldest stream if there are too many: usually a tab that is no longer visible. */
function closeOldest(household: LiveHousehold | undefined, session: string): void {
  const own = [...(household?.readers ?? [])].filter((reader) => reader.session === session && reader.isOpen);
  if (own.length > STREAMS_PER_SESSION) own[0]?.close('too-many-streams');
}
