import { setTimeout as sleep } from 'node:timers/promises';
import { type HostTaps, hostWithLink } from '#tests/support/people/host-taps.ts';
import type { Tab } from './engine.ts';
import { claim, inNewBrowser, type Place } from './place.ts';

/** Each change of a visit is on the screen of whoever has its link within so many ms. */
const SOON_MS = 2000;

/** The holder of a link to a visit sees the arrival, and each change within two seconds. */
export async function followedVisit(place: Place): Promise<string> {
  const { url } = place.gate;
  const host = await hostWithLink(url);
  return inNewBrowser(place, async (browser) => {
    const reader = new ReaderTab(await browser.openTab());
    await reader.open(url, host);
    return reader.follow(host);
  });
}

/** A reader who opened a link, in a tab, in Swedish. */
class ReaderTab {
  readonly #tab: Tab;
  /** The slowest change so far, in ms from the reply to the host's tap to the frame with its words. */
  #slowest = 0;

  constructor(tab: Tab) {
    this.#tab = tab;
  }

  async open(url: string, { path }: HostTaps): Promise<void> {
    await this.#tab.goto(url + path.replace('#', '?lng=sv#'));
    await this.#untilSaid('Ella är hos Noah', 20_000);
    this.#slowest = 0;
  }

  /** The claim that these words stand on the page within so many ms. */
  async #untilSaid(words: string, within = SOON_MS): Promise<void> {
    const begun = Date.now();
    const isSaid = `document.querySelector('main').innerText.includes(${JSON.stringify(words)})`;
    await claim(async () => {
      while (!(await this.#tab.run<boolean>(isSaid))) {
        if (Date.now() - begun > within) throw new Error(`not said within ${within} ms: ${words}`);
        await sleep(20);
      }
    });
    this.#slowest = Math.max(this.#slowest, Date.now() - begun);
  }

  /** Follows planned time, correction, departure, undo and take-back. Returns what was seen, in words. */
  async follow(host: HostTaps): Promise<string> {
    const clock = (time: string) => this.#clock(time);
    await this.#untilSaid(`Hem omkring ${await clock(await host.plan(90))}`);
    await this.#untilSaid(`Kom ${await clock(await host.correctArrival(20))} (rättad)`);
    const left = await host.checkOut();
    await this.#untilSaid('Ella har gått hem');
    await host.undo(left);
    await this.#untilSaid('Ella är hos Noah');
    await host.checkOut();
    await this.#untilSaid('Ella har gått hem');
    await host.takeBack();
    await this.#untilSaid('Den är återtagen.');
    return `planned time, correction, departure, undo and take-back each within ${this.#slowest} ms`;
  }

  /** A time as the browser says it in the zone of the visit. */
  #clock(time: string): Promise<string> {
    const style = "{ hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Stockholm' }";
    return this.#tab.run(`new Date(${JSON.stringify(time)}).toLocaleTimeString('sv-SE', ${style})`);
  }
}
