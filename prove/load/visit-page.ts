import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '#domain/protocol/calls.ts';
import { type ShownVisit, VISIT_STREAM } from '#domain/protocol/link-calls.ts';
import { framesOf } from './frames.ts';

/** The state of a page whose link shows nothing. */
export const DEAD = 'dead';

const addressOf = (bytes: Buffer) => ['10', ...bytes].join('.');

/** Returns what a page shows of a visit, but for who sent it and the time by which it holds. */
export function stateOf(visit: ShownVisit): string {
  return JSON.stringify({ ...visit, sender: undefined, asOf: '' });
}

/**
 * Follows a link as the reader's page does: it asks once, then listens, and listens anew when the stream ends. A link that
 * showed nothing once is dead for it.
 */
export class VisitPage {
  readonly #url: string;
  readonly #link: string;
  /** An address of its own, as its server trusts a proxy: misses are counted by it. */
  readonly #address = addressOf(randomBytes(3));
  readonly #over = new AbortController();
  #connection = new AbortController();
  #isAway = false;
  /** Every state that was on screen, in order. */
  readonly shown: string[] = [];
  streams = 0;

  constructor(url: string, link: string) {
    this.#url = url;
    this.#link = link;
  }

  get state(): string | undefined {
    return this.shown.at(-1);
  }

  stop(): void {
    this.#over.abort();
    this.#connection.abort();
  }

  /** Cuts the connection; the page opens another one at once. */
  cut(): void {
    this.#connection.abort();
  }

  /** Has no network until it comes back. */
  leave(): void {
    this.#isAway = true;
    this.cut();
  }

  comeBack(): void {
    this.#isAway = false;
  }

  async follow(): Promise<void> {
    await this.#orNothing(() => this.#look());
    while (!this.#over.signal.aborted && this.state !== DEAD) {
      this.#connection = new AbortController();
      if (!this.#isAway) await this.#orNothing(() => this.#listen());
      await pause(10);
    }
  }

  async #orNothing(work: () => Promise<void>): Promise<void> {
    await work().catch(() => undefined);
  }

  async #look(): Promise<void> {
    const response = await this.#post(calls.seeVisit.path, { link: this.#link, shown: true });
    if (response.status === 200) this.#show(stateOf((await response.json()) as ShownVisit));
  }

  async #listen(): Promise<void> {
    const { body, status } = await this.#post(VISIT_STREAM, { link: this.#link });
    if (status === 410) this.#show(DEAD);
    if (!body || status !== 200) return;
    this.streams += 1;
    for await (const frame of framesOf(body)) this.#hear(frame);
  }

  #hear(frame: string): void {
    if (/^event: closed$/m.test(frame)) this.#show(DEAD);
    if (!/^event: visit$/m.test(frame)) return;
    this.#show(stateOf(JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? '') as ShownVisit));
  }

  #show(state: string): void {
    if (state !== this.state) this.shown.push(state);
  }

  #post(path: string, message: unknown): Promise<Response> {
    const { signal } = this.#connection;
    const headers = {
      origin: this.#url,
      'content-type': 'application/json',
      'x-forwarded-for': this.#address,
    };
    return fetch(this.#url + path, { method: 'POST', headers, body: JSON.stringify(message), signal });
  }
}
