import { setTimeout as sleep } from 'node:timers/promises';
import type { HostTaps } from '#tests/support/people/host-taps.ts';
import type { Tab } from './engine.ts';
import { claim } from './place.ts';

/** A reader who opened a link, in a tab, in Swedish. */
export class ReaderTab {
  readonly #tab: Tab;
  /** The slowest change so far, in ms from the reply to the host's tap to the frame with its words. */
  slowest = 0;

  constructor(tab: Tab) {
    this.#tab = tab;
  }

  async open(url: string, { path }: HostTaps): Promise<void> {
    await this.#tab.goto(url + path.replace('#', '?lng=sv#'));
    await this.untilSaid('Ella är hos Noah', 20_000);
  }

  run(script: string): Promise<unknown> {
    return this.#tab.run(script);
  }

  /** The claim that these words stand on the page within so many ms. */
  async untilSaid(words: string, within: number): Promise<void> {
    const begun = Date.now();
    const isSaid = `document.querySelector('main').innerText.includes(${JSON.stringify(words)})`;
    await claim(async () => {
      while (!(await this.#tab.run<boolean>(isSaid))) {
        if (Date.now() - begun > within) throw new Error(`not said within ${within} ms: ${words}`);
        await sleep(20);
      }
    });
    this.slowest = Math.max(this.slowest, Date.now() - begun);
  }

  /** Follows planned time, correction, departure, undo and take-back, each within so many ms. Returns what was seen, in words. */
  async follow(host: HostTaps, within: number): Promise<string> {
    const clock = (time: string) => this.#clock(time);
    this.slowest = 0;
    await this.untilSaid(`Hem omkring ${await clock(await host.plan(90))}`, within);
    await this.untilSaid(`Kom ${await clock(await host.correctArrival(20))} (rättad)`, within);
    const left = await host.checkOut();
    await this.untilSaid('Ella har gått hem', within);
    await host.undo(left);
    await this.untilSaid('Ella är hos Noah', within);
    await host.checkOut();
    await this.untilSaid('Ella har gått hem', within);
    await host.takeBack();
    await this.untilSaid('Den är återtagen.', within);
    return `planned time, correction, departure, undo and take-back each within ${this.slowest} ms`;
  }

  /** A time as the browser says it in the zone of the visit. */
  #clock(time: string): Promise<string> {
    const style = "{ hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Stockholm' }";
    return this.#tab.run(`new Date(${JSON.stringify(time)}).toLocaleTimeString('sv-SE', ${style})`);
  }
}
