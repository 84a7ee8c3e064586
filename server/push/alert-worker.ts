import { ALERT_LIVES_MS } from '#domain/alerts.ts';
import type { Id } from '#domain/ids.ts';
import { DEFAULT_LANGUAGE, type Language } from '#domain/language.ts';
import { profilePath } from '#domain/paths.ts';
import { isoTime } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { backOff, QueueWorker } from '../process/queue-worker.ts';
import type { TakenAlert, Told, ToldDevice } from '../store/ports/store.ts';
import { type News, newsOf } from './news.ts';
import type { Push } from './push.ts';
import type { Handed } from './sender.ts';

const TAKEN_AT_ONCE = 8;
const FIRST_RETRY_MS = 10_000;

type Deps = Pick<Dependencies, 'store' | 'now' | 'log'>;

/** Tells due alerts to the devices of their families, or drops those of which the documents say that they are over. */
export class AlertWorker extends QueueWorker<TakenAlert> {
  readonly #deps: Deps;
  readonly #push: Push;

  constructor(deps: Deps, push: Push) {
    super(
      {
        what: 'alerts',
        // A look that finds nothing writes nothing, and locks nobody.
        take: async (now, until) =>
          (await deps.store.hasDueAlerts(now)) ? deps.store.takeAlerts(now, until, TAKEN_AT_ONCE) : [],
        send: async (due) => {
          const told = await Promise.allSettled(due.map((taken) => this.#tell(taken)));
          for (const one of told) if (one.status === 'rejected') throw one.reason;
        },
      },
      deps,
    );
    this.#deps = deps;
    this.#push = push;
  }

  /** Also gives up waiting for push services: what they have not answered is sent again after the next start. */
  override stop(): Promise<void> {
    this.#push.stop();
    return super.stop();
  }

  async #tell(taken: TakenAlert): Promise<void> {
    const { store, now } = this.#deps;
    const { alert, attempts } = taken;
    const { kind, at, reached = [] } = alert;
    const end = Date.parse(at) + ALERT_LIVES_MS[kind];
    // One that waited for too long, as in a backup that was restored, tells nobody.
    const told = now() < end ? await store.told(taken, isoTime(now())) : undefined;
    const wanting = told ? this.#wanting(taken, told) : [];
    const sent = await Promise.all(wanting.map((device) => this.#send(taken, device, end)));
    const late = sent.filter(({ handed }) => handed.result === 'late');
    const waits = late.map(({ handed }) => ('retryAfterMs' in handed ? handed.retryAfterMs : 0));
    const again = now() + Math.max(backOff(FIRST_RETRY_MS, attempts), ...waits);
    if (late.length === 0 || again >= end) return store.settleAlert(taken);
    const done = sent.filter((one) => !late.includes(one)).map(({ id }) => id);
    await store.settleAlert(taken, { at: isoTime(again), reached: [...reached, ...done] });
  }

  /** The devices that are still to be told, with the words; of a tap those of other parents, and only if they want it. */
  #wanting({ alert }: TakenAlert, told: Told): Wanting[] {
    const { tap, reached = [] } = alert;
    return told.devices.flatMap((device) => {
      const { id, uid, taps } = device;
      const language = told.profiles[profilePath(uid)]?.language ?? DEFAULT_LANGUAGE;
      const news = newsOf(alert, told, language);
      const isWanted = !reached.includes(id) && (tap === undefined || (taps && uid !== tap.by));
      return isWanted && news ? [{ device, language, news }] : [];
    });
  }

  async #send(
    { household, alert, lease }: TakenAlert,
    { device, ...words }: Wanting,
    end: number,
  ): Promise<{ id: Id; handed: Handed }> {
    const name = `${household} ${alert.about} ${alert.kind}`;
    const handed = await this.#push.tell(device, { name, ...words }, { end, lease: Date.parse(lease) });
    return { id: device.id, handed };
  }
}

interface Wanting {
  device: ToldDevice;
  language: Language;
  news: News;
}
