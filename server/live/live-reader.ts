import type { ServerResponse } from 'node:http';
import type { Id } from '#domain/ids.ts';
import type { LiveClosedCode } from '#domain/protocol/live.ts';
import type { LiveEvent } from '#domain/protocol/live-events.ts';

/** The largest number of unread bytes in a stream, in addition to some megabytes in the system's buffers. */
const MOST_UNREAD = 1024 * 1024;

/** Formats one server-sent event. `id`: the version from which a lost stream is resumed. */
export function frameOf(event: LiveEvent, data: unknown, id?: number): string {
  const named = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  return id === undefined ? named : `id: ${id}\n${named}`;
}

/** One open stream. There may be many thousands, so it has no timer, and little state beside its response. */
export class LiveReader {
  readonly household: Id;
  /** The hash of the session token that it was opened with. */
  readonly session: string;
  /** The household's version up to which changes were sent. */
  version: number;
  /** The times of opening and of the last write, in ms of the monotonic clock. */
  readonly openedAt: number;
  writtenAt: number;
  readonly #response: ServerResponse;

  constructor(
    response: ServerResponse,
    about: { household: Id; session: string; version: number; openedAt: number },
  ) {
    this.#response = response;
    this.household = about.household;
    this.session = about.session;
    this.version = about.version;
    this.openedAt = about.openedAt;
    this.writtenAt = about.openedAt;
  }

  get isOpen(): boolean {
    return !this.#response.writableEnded && !this.#response.destroyed;
  }

  /** Sends an event, or drops a client that has stopped reading: it reconnects and resumes. */
  write(frame: string, now: number): void {
    if (!this.isOpen) return;
    this.writtenAt = now;
    if (this.#response.writableLength > MOST_UNREAD) this.drop();
    else this.#response.write(frame);
  }

  close(code: LiveClosedCode): void {
    if (this.isOpen) this.#response.end(frameOf('closed', { code }));
  }

  drop(): void {
    this.#response.destroy();
  }
}
