import { ALERT_KINDS, type AlertKind } from '#domain/alerts.ts';
import type { Id } from '#domain/ids.ts';
import { DEFAULT_LANGUAGE, type Language } from '#domain/language.ts';
import { profilePath } from '#domain/paths.ts';
import { backoff, isoTime } from '#domain/time.ts';
import { TAKE_BACK_MS, tellsDeparture } from '#domain/trips/trip.ts';
import type { Dependencies } from '../dependencies.ts';
import { isShared } from '../following/visibility.ts';
import { MAX_CONCURRENT, RATE_LIMITS } from '../load-limits/limit-numbers.ts';
import { keyOf } from '../load-limits/load-limits.ts';
import { QueueWorker } from '../process/queue-worker.ts';
import type { NotifiedDevice, TakenAlert } from '../store/ports/store.ts';
import { type AlertText, alertText } from './alert-text.ts';
import type { Push } from './push.ts';
import { ANSWER_MS } from './push.ts';
import { onTheWay, passOn } from './trip-alerts.ts';

/** In ms: a family whose push service hangs then leaves its place to another. */
const LEAVES_PLACE_MS = 1000;
/** Bounds the families in progress, and those of a round. */
const MOST_FAMILIES = 1000;
/**
 * Lasts two rounds of hanging devices, so that a ninth is reached; longer would delay alerts after
 * a kill.
 */
const LEASE_MS = 2.5 * ANSWER_MS;
const FIRST_RETRY_MS = 10_000;

/** Drops alerts that are over according to the documents. */
export class AlertWorker extends QueueWorker<TakenAlert> {
  readonly #deps: Dependencies;
  readonly #push: Push;
  /** In progress, by household. */
  readonly #sending = new Map<Id, Promise<void>>();
  #places = MAX_CONCURRENT.alertFamilies;
  /** Each household has one alert per round. */
  readonly #round = new Set<Id>();

  constructor(deps: Dependencies, push: Push) {
    super(
      {
        what: 'alerts',
        leaseMs: LEASE_MS,
        // Finding none writes nothing and locks nobody.
        take: async (now, until) => {
          const free = Math.min(this.#places, MOST_FAMILIES - this.#sending.size);
          if (free <= 0 || !(await deps.store.hasDueAlerts(now))) return [];
          const sending = [...this.#sending.keys()];
          const others = new Set([...sending, ...this.#round]);
          const taken = await deps.store.takeAlerts(now, until, free, [...others]);
          if (taken.length > 0 || others.size === sending.length) return taken;
          this.#round.clear();
          return deps.store.takeAlerts(now, until, free, sending);
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

  /** Unanswered alerts are sent again after the next start. */
  override async stop(): Promise<void> {
    this.#push.stop();
    await super.stop();
    await Promise.all(this.#sending.values());
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
      this.wake();
    };
    const slow = setTimeout(leave, LEAVES_PLACE_MS);
    const sending = this.#sendAlert(taken)
      .catch(this.fail)
      .finally(() => {
        clearTimeout(slow);
        this.#sending.delete(household);
        leave();
      });
    this.#sending.set(household, sending);
  }

  async #sendAlert(taken: TakenAlert): Promise<void> {
    const { store, now, config } = this.#deps;
    const { alert, attempts } = taken;
    if (alert.kind === 'trip' && alert.stage !== 'host') return passOn(this.#deps, taken);
    const end = Date.parse(alert.at) + ALERT_KINDS[alert.kind].livesMs;
    const reached = new Set(alert.reached);
    const late = new Map<Id, number>();
    for (;;) {
      // Read again in each pass: a session may have ended since.
      const wanting = await this.#wanting(taken, end, [...reached, ...late.keys()]);
      if (wanting === 'told-by-trip') {
        // Judged again once the start was told: it may be taken back before.
        const later = { at: isoTime(now() + config.noticeHoldMs + 2 * TAKE_BACK_MS) };
        return store.settleAlert(taken, attempts === 1 ? later : undefined);
      }
      if (wanting.length > 0 && reached.size + late.size === 0 && !(await this.#mayAlert(taken))) break;
      for (const { id, delivery } of await Promise.all(wanting.map((one) => this.#sendTo(taken, one, end))))
        if (delivery.result === 'late' && now() + delivery.retryAfterMs < end)
          late.set(id, delivery.retryAfterMs);
        else reached.add(id);
      if (wanting.length < MAX_CONCURRENT.alertDevices) break;
    }
    const again = now() + Math.max(backoff(FIRST_RETRY_MS, attempts), ...late.values());
    if (late.size === 0 || again >= end) return store.settleAlert(taken);
    await store.settleAlert(taken, { at: isoTime(again), reached: [...reached] });
  }

  /**
   * Devices still to notify, for a tap those of other parents that want it. None once the alert is
   * over (as in a restored backup) or no longer shared.
   */
  async #wanting(taken: TakenAlert, end: number, but: readonly Id[]): Promise<Wanting[] | 'told-by-trip'> {
    const { store, now } = this.#deps;
    const { alert } = taken;
    const context = now() < end ? await store.alertContext(taken, isoTime(now())) : undefined;
    const { following, visitor } = context ?? {};
    if (!context || (following && !(visitor && isShared(this.#deps, following, visitor)))) return [];
    const told = { ...context, ...(await onTheWay(this.#deps, taken, context)) };
    if (alert.kind === 'followed' && told.trip && tellsDeparture(told.trip, alert)) return 'told-by-trip';
    const wanting = context.devices.flatMap((device) => {
      const { id, uid, taps } = device;
      const language = context.profiles[profilePath(uid)]?.language ?? DEFAULT_LANGUAGE;
      const text = alertText(alert, told, language);
      const isOwnTap = alert.kind === 'tap';
      const isWanted = !but.includes(id) && (!isOwnTap || (taps && uid !== alert.tap?.by));
      return isWanted && text ? [{ device, language, text }] : [];
    });
    return wanting.slice(0, MAX_CONCURRENT.alertDevices);
  }

  /** Push services would refuse a server that sends without limit. */
  async #mayAlert({ household }: TakenAlert): Promise<boolean> {
    const { store, now } = this.#deps;
    return (await store.attempt(keyOf('alerts', household), now(), RATE_LIMITS.alerts)) === 0;
  }

  async #sendTo({ household, alert, lease }: TakenAlert, { device, ...words }: Wanting, end: number) {
    const name = `${household} ${alert.about} ${REPLACES[alert.kind] ?? alert.kind}`;
    const delivery = await this.#push.send(device, { name, ...words }, { end, lease: Date.parse(lease) });
    return { id: device.id, delivery };
  }
}

/** On the screen: a start that of its departure, its end that of the start. */
const REPLACES: Partial<Record<AlertKind, AlertKind>> = {
  'followed-trip': 'followed',
  'not-coming': 'coming',
};

interface Wanting {
  device: NotifiedDevice;
  language: Language;
  text: AlertText;
}
