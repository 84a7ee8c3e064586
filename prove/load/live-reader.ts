import { setTimeout as pause } from 'node:timers/promises';
import { LIVE_PATH, type LivePage } from '#domain/protocol/live.ts';
import { framesOf } from './frames.ts';

/** Reads a household's live stream, from each server in turn, and resumes by the last event id. */
export class HouseholdStream {
  readonly #cookie: string;
  readonly #urls: readonly string[];
  readonly #over = new AbortController();
  #turn = 0;
  /** The household version up to which everything came without a gap. */
  version: number;
  gaps = 0;
  pages = 0;
  connections = 0;

  constructor(urls: readonly string[], cookie: string, version: number) {
    this.#urls = urls;
    this.#cookie = cookie;
    this.version = version;
  }

  stop(): void {
    this.#over.abort();
  }

  async listen(): Promise<void> {
    while (!this.#over.signal.aborted) {
      await this.#listenOnce(this.#urls[this.#turn++ % this.#urls.length] ?? '').catch(() => undefined);
      await pause(10);
    }
  }

  async #listenOnce(url: string): Promise<void> {
    const headers = { cookie: this.#cookie, 'last-event-id': String(this.version) };
    const { body, status } = await fetch(url + LIVE_PATH, { headers, signal: this.#over.signal });
    if (!body || status !== 200) return;
    this.connections += 1;
    for await (const frame of framesOf(body)) this.#hear(frame);
  }

  #hear(frame: string): void {
    if (!/^event: changes$/m.test(frame)) return;
    const { after, cursor }: LivePage = JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? '');
    if (after > this.version) this.gaps += 1;
    this.version = Math.max(this.version, cursor);
    this.pages += 1;
  }
}
