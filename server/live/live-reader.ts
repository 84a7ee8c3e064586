import type { ServerResponse } from 'node:http';
import type { Id } from '#domain/ids.ts';
import type { LiveClosedCode } from '#domain/protocol/live.ts';
import type { LiveEvent } from '#domain/protocol/live-events.ts';

/** What may wait unread in a stream, in bytes; the system's own buffers have taken some megabytes before that. */
const MOST_UNREAD = 1024 * 1024;

/** One event as it travels. In: with an id, the version at which a lost stream is taken up again. */
export function frameOf(event: LiveEvent, data: unknown, id?: number): string {
  const named = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  return id === undefined ? named : `id: ${id}\n${named}`;
}

/** One open stream. There may be many thousands, so it holds no timer and little else but its response. */
export class LiveReader {
  readonly household: Id;
  /** The hash of the token that it was opened with. */
  readonly session: string;
  /** The household's version up to which it was told. */
  version: number;
  /** When it was opened and last written to, in ms of a clock that only rises. */
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

  /** Sends an event, or drops a reader that has stopped reading: it comes again and resumes where it was. */
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
