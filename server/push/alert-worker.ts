import { ALERT_LIVES_MS } from '#domain/alerts.ts';
import type { Id } from '#domain/ids.ts';
import { DEFAULT_LANGUAGE, type Language } from '#domain/language.ts';
import { profilePath } from '#domain/paths.ts';
import { isoTime } from '#domain/time.ts';
import { keyOf } from '../auth/core/limits/limits.ts';
import type { Dependencies } from '../dependencies.ts';
import { isShared } from '../following/look.ts';
import { RATES } from '../limits.ts';
import { backOff, QueueWorker } from '../process/queue-worker.ts';
import type { TakenAlert, Told, ToldDevice } from '../store/ports/store.ts';
import { type News, newsOf } from './news.ts';
import type { Push } from './push.ts';
import { ANSWER_MS, type Handed } from './sender.ts';

/** The families that are told at once, each of one alert. */
const FAMILIES_AT_ONCE = 32;
/** A family that is told for longer, in ms, leaves its place to another: its push service hangs. */
const LEAVES_PLACE_MS = 1000;
/** The most families being told, with those that left their place, and the most in a round. */
const MOST_FAMILIES = 1000;
/** Two rounds of devices that hang, or a ninth device is never told; a longer one would delay alerts after a kill. */
const LEASE_MS = 2.5 * ANSWER_MS;
/** The devices of a family that are told at once. */
const DEVICES_AT_ONCE = 8;
const FIRST_RETRY_MS = 10_000;

type Deps = Pick<Dependencies, 'store' | 'now' | 'log' | 'isNumberRefused'>;

/** Tells due alerts to the devices of their families, or drops those of which the documents say that they are over. */
export class AlertWorker extends QueueWorker<TakenAlert> {
  readonly #deps: Deps;
  readonly #push: Push;
  /** Alerts that are being told, by household. */
  readonly #telling = new Map<Id, Promise<void>>();
  #places = FAMILIES_AT_ONCE;
  /** The households that had their turn in this round: each has one alert in it. */
  readonly #round = new Set<Id>();

  constructor(deps: Deps, push: Push) {
    super(
      {
        what: 'alerts',
        leaseMs: LEASE_MS,
        // A look that finds nothing writes nothing, and locks nobody.
        take: async (now, until) => {
          const free = Math.min(this.#places, MOST_FAMILIES - this.#telling.size);
          if (free <= 0 || !(await deps.store.hasDueAlerts(now))) return [];
          const telling = [...this.#telling.keys()];
          const others = new Set([...telling, ...this.#round]);
          const taken = await deps.store.takeAlerts(now, until, free, [...others]);
          if (taken.length > 0 || others.size === telling.length) return taken;
          this.#round.clear();
          return deps.store.takeAlerts(now, until, free, telling);
        },
        send: async (due) => {
          for (const taken of due) this.#begin(taken);
        },
      },
      deps,
    );
    this.#deps = deps;
    this.#push = push;
  }

  /** Also gives up waiting for push services: what they have not answered is sent again after the next start. */
  override async stop(): Promise<void> {
    this.#push.stop();
    await super.stop();
    await Promise.all(this.#telling.values());
  }

  #begin(taken: TakenAlert): void {
    const { household } = taken;
    if (this.#round.size >= MOST_FAMILIES) this.#round.clear();
    this.#round.add(household);
    this.#places -= 1;
    let hasPlace = true;
    const leave = () => {
      if (hasPlace) this.#places += 1;
      hasPlace = false;
      this.nudge();
    };
    const slow = setTimeout(leave, LEAVES_PLACE_MS);
    const telling = this.#tell(taken)
      .catch(this.fail)
      .finally(() => {
        clearTimeout(slow);
        this.#telling.delete(household);
        leave();
      });
    this.#telling.set(household, telling);
  }

  async #tell(taken: TakenAlert): Promise<void> {
    const { store, now } = this.#deps;
    const { alert, attempts } = taken;
    const end = Date.parse(alert.at) + ALERT_LIVES_MS[alert.kind];
    const reached = new Set(alert.reached);
    const late = new Map<Id, number>();
    for (;;) {
      // Also while it is being told: a session may have ended since.
      const wanting = await this.#wanting(taken, end, [...reached, ...late.keys()]);
      if (wanting.length > 0 && reached.size + late.size === 0 && !(await this.#mayTell(taken))) break;
      for (const { id, handed } of await Promise.all(wanting.map((one) => this.#send(taken, one, end))))
        if (handed.result === 'late' && now() + handed.retryAfterMs < end) late.set(id, handed.retryAfterMs);
        else reached.add(id);
      if (wanting.length < DEVICES_AT_ONCE) break;
    }
    const again = now() + Math.max(backOff(FIRST_RETRY_MS, attempts), ...late.values());
    if (late.size === 0 || again >= end) return store.settleAlert(taken);
    await store.settleAlert(taken, { at: isoTime(again), reached: [...reached] });
  }

  /**
   * The first devices to be told but for those, with the words; of a tap those of other parents, and only if they want it. None if
   * it waited for too long, as in a backup that was restored, or is of another family that shows nothing any more.
   */
  async #wanting(taken: TakenAlert, end: number, but: readonly Id[]): Promise<Wanting[]> {
    const { store, now } = this.#deps;
    const { alert } = taken;
    const told = now() < end ? await store.told(taken, isoTime(now())) : undefined;
    if (!told || (alert.kind === 'followed' && !this.#isShared(told))) return [];
    const wanting = told.devices.flatMap((device) => {
      const { id, uid, taps } = device;
      const language = told.profiles[profilePath(uid)]?.language ?? DEFAULT_LANGUAGE;
      const news = newsOf(alert, told, language);
      const isOwnTap = alert.kind === 'tap';
      const isWanted = !but.includes(id) && (!isOwnTap || (taps && uid !== alert.tap?.by));
      return isWanted && news ? [{ device, language, news }] : [];
    });
    return wanting.slice(0, DEVICES_AT_ONCE);
  }

  #isShared({ following, visitor }: Told): boolean {
    return following !== undefined && visitor !== undefined && isShared(this.#deps, following, visitor);
  }

  /** False beyond what a family is told: push services would refuse a server that sends without end. */
  async #mayTell({ household }: TakenAlert): Promise<boolean> {
    const { store, now } = this.#deps;
    return (await store.attempt(keyOf('alerts', household), now(), RATES.alerts)) === 0;
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
