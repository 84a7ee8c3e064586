import type { ServerResponse } from 'node:http';
import type { Id } from '#domain/ids.ts';
import type { LiveClosedCode, LiveEvent } from '#domain/protocol/live.ts';
import { EventStream, frameOf } from './event-stream.ts';

/** Formats an event of the changes of a household. */
export const liveFrame: (event: LiveEvent, data: unknown, id?: number) => string = frameOf;

/** One open stream of a household's changes. */
export class LiveReader extends EventStream {
  /** The hash of the session token that it was opened with. */
  readonly session: string;
  readonly household: Id;
  /** The household's version up to which changes were sent. */
  version: number;

  constructor(
    response: ServerResponse,
    {
      household,
      session,
      version,
      openedAt,
    }: { household: Id; session: string; version: number; openedAt: number },
  ) {
    super(response, openedAt);
    this.household = household;
    this.session = session;
    this.version = version;
  }

  close(code: LiveClosedCode): void {
    this.end(liveFrame('closed', { code }));
  }
}
