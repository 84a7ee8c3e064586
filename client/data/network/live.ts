import * as v from 'valibot';
import type { Environment } from '#client/data/environment.ts';
import { leadership } from '#client/data/lib/leader.ts';
import {
  HEARTBEAT_MS,
  LIVE_PATH,
  type LiveClosedCode,
  type LivePage,
  liveClosedSchema,
  livePageSchema,
} from '#domain/protocol/live.ts';
import type { LiveEvent } from '#domain/protocol/live-events.ts';

/** A stream that said nothing for so long is dead, in ms; on some phones it goes on reading as open. */
const SILENCE = 2 * HEARTBEAT_MS + 5000;
/** A stream that lived so long, in ms, was a good one: the next failure counts as the first. */
const GOOD = 20_000;
const LONGEST_PAUSE = 300_000;

/** What a stream needs of its household. */
export interface Listening {
  /** The version the copy stands at, or undefined where no stream is wanted now. */
  cursor(): number | undefined;
  /** A page of changes came; resolves when it is stored, or asked for by a sync. */
  onPage(page: LivePage): void;
  /** Something happened that only a request can tell: a successful one calls `follow` again. */
  ask(): void;
  /** The server gave a sign of life. */
  onSign(): void;
}

/**
 * Holds the stream of live changes, in one visible tab of the account at a time. It is only ever opened behind a
 * request that succeeded, so whatever was missed is caught up first.
 */
export class Live {
  readonly #environment: Environment;
  readonly #household: Listening;
  readonly #leads: ReturnType<typeof leadership>;
  readonly #stopListening: () => void;
  #close: (() => void) | undefined;
  #cancelWatch = () => {};
  #cancelPause: (() => void) | undefined;
  #openedAt = 0;
  #failures = 0;
  #isTelling = false;
  #isRefused = false;

  constructor(environment: Environment, name: string, household: Listening) {
    this.#environment = environment;
    this.#household = household;
    this.#leads = leadership(environment, `${name}-live`);
    const stopWake = environment.onWake(() => this.#refresh());
    const stopSleep = environment.onSleep(() => this.#yield());
    this.#stopListening = () => {
      stopWake();
      stopSleep();
    };
  }

  /** True while a stream here is known to bring what changes. */
  get isTelling(): boolean {
    return this.#isTelling;
  }

  /** A request has just succeeded: listens from there on, unless another tab does. */
  async follow(): Promise<void> {
    const isFree = this.#environment.stream && !this.#close && !this.#cancelPause;
    if (!isFree || this.#isRefused || !this.#isWanted) return;
    if (this.#leads.now) return this.#open();
    // Another tab had it until now, and this copy may stand behind what that one heard.
    if (await this.#leads.take()) this.#household.ask();
  }

  /** Listens no more until a request has succeeded again. */
  rest(): void {
    this.#yield();
  }

  /** Listens no more. */
  stop(): void {
    this.#yield();
    this.#stopListening();
  }

  get #isWanted(): boolean {
    return this.#environment.isVisible() && this.#household.cursor() !== undefined;
  }

  #open(): void {
    this.#openedAt = this.#environment.now();
    const hearer = {
      heard: (event: LiveEvent, data: string) => this.#close === close && this.#heard(event, data),
      broken: () => this.#close === close && this.#comeAgain(),
    };
    const close = this.#environment.stream?.(`${LIVE_PATH}?cursor=${this.#household.cursor()}`, hearer);
    this.#close = close;
    this.#watch();
  }

  #watch(): void {
    this.#cancelWatch();
    this.#cancelWatch = this.#environment.after(SILENCE, () => this.#comeAgain());
  }

  #heard(event: LiveEvent, data: string): void {
    this.#watch();
    this.#isTelling = true;
    if (event === 'heartbeat') this.#household.onSign();
    else if (event === 'closed') this.#closed(parsed(liveClosedSchema, data)?.code);
    else {
      const page = event === 'changes' ? parsed(livePageSchema, data) : undefined;
      if (page) this.#household.onPage(page);
      else this.#household.ask();
    }
  }

  #closed(code: LiveClosedCode | undefined): void {
    // Too many tabs listen, or nobody is signed in: asking now and then has to do until the page is looked at again.
    this.#isRefused = code === 'too-many-streams';
    if (code === 'signed-out' || this.#isRefused) this.#drop();
    else this.#comeAgain();
    if (code === 'signed-out') this.#household.ask();
  }

  /** The page is seen again or the network is back: what reads as open may be dead. */
  #refresh(): void {
    this.#drop();
    this.#isRefused = false;
    this.#failures = 0;
  }

  #comeAgain(): void {
    const isGood = this.#isTelling && this.#environment.now() - this.#openedAt > GOOD;
    this.#failures = isGood ? 0 : this.#failures + 1;
    this.#drop();
    this.#cancelPause = this.#environment.after(this.#pause(), () => {
      this.#cancelPause = undefined;
      if (this.#environment.isVisible()) this.#household.ask();
    });
  }

  /** Spread, so that all phones do not come back to a restarted server at once. */
  #pause(): number {
    const [dice = 0] = this.#environment.random(1);
    return (
      Math.min(LONGEST_PAUSE, 1000 * 2 ** Math.min(Math.max(0, this.#failures - 1), 9)) * (0.25 + dice / 256)
    );
  }

  #drop(): void {
    this.#close?.();
    this.#close = undefined;
    this.#isTelling = false;
    this.#cancelWatch();
    this.#cancelPause?.();
    this.#cancelPause = undefined;
  }

  #yield(): void {
    this.#drop();
    this.#leads.leave();
  }
}

function parsed<T>(schema: v.GenericSchema<unknown, T>, data: string): T | undefined {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), data);
  return result.success ? result.output : undefined;
}
