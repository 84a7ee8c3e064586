import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** The largest number of unread bytes in a stream, in addition to some megabytes in the system's buffers. */
const MOST_UNREAD = 1024 * 1024;

/** Takes a reply over as a stream of server-sent events: writes its head, and returns the response to write events to. */
export function beginEvents(reply: FastifyReply): ServerResponse {
  reply.hijack();
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    // The connection is not reused after the stream, and must not delay a shutdown.
    connection: 'close',
  });
  // Flushed now, the head is kept as one string instead of many headers: two kilobytes less for each stream.
  reply.raw.flushHeaders();
  return reply.raw;
}

/** Formats one server-sent event. `id`: the version from which a lost stream is resumed. */
export function frameOf(event: string, data: unknown, id?: number): string {
  const named = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  return id === undefined ? named : `id: ${id}\n${named}`;
}

/** One open stream. There may be many thousands, so it has no timer, and little state beside its response. */
export abstract class EventStream {
  /** The times of opening and of the last write, in ms of the monotonic clock. */
  readonly openedAt: number;
  writtenAt: number;
  readonly #response: ServerResponse;

  constructor(response: ServerResponse, openedAt: number) {
    this.#response = response;
    this.openedAt = openedAt;
    this.writtenAt = openedAt;
  }

  /** Ends it; whoever reads it opens another one. */
  abstract close(code: 'renew' | 'shutting-down'): void;

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

  /** Ends it, with a last event if there is one. */
  end(frame?: string): void {
    if (this.isOpen) this.#response.end(frame);
  }

  drop(): void {
    this.#response.destroy();
  }
}
