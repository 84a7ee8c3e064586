import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ACTIVITIES, type ActivityEvent, type ActivityOutcome } from '#domain/protocol/account-calls.ts';
import type { ProviderId } from '#domain/protocol/providers.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { emailKey } from '../../../email-key.ts';
import type { ActivityStore } from '../../../store/ports/store.ts';
import { loggedAddress } from '../limits/address-groups.ts';
import { deviceName } from '../sessions/device-name.ts';
import { ActivityWriter } from './activity-writer.ts';

/** Returns the key of the installation under which the log names accounts. */
export function logKey(store: Pick<ActivityStore, 'secret'>): Promise<string> {
  return store.secret('security-log', randomBytes(32).toString('base64url'));
}

/** Returns the keyed hash of an account's id or e-mail: without the key no list of e-mails can be tried against the log. */
export function accountHash(key: string, who: string): string {
  return createHmac('sha256', key).update(who).digest('base64url').slice(0, 16);
}

/** No more repeated events than these are remembered: each is a short text. */
const MAX_REMEMBERED = 10_000;

/** Counts repeats, so that a flood of refused requests is one line a minute. `now` is in ms of a monotonic clock. */
class Repeats {
  readonly #seen = new Map<string, { until: number; unsaid: number }>();

  /** Returns undefined for a repeat within the minute, else the number of repeats that were not reported before. */
  count(key: string, now: number): number | undefined {
    const seen = this.#seen.get(key);
    if (seen && now < seen.until) {
      seen.unsaid += 1;
      return undefined;
    }
    this.#seen.delete(key);
    this.#seen.set(key, { until: now + MINUTE_MS, unsaid: 0 });
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > MAX_REMEMBERED && oldest !== undefined) this.#seen.delete(oldest);
    return seen?.unsaid ?? 0;
  }
}

export interface SecurityEvent {
  /**
   * Those that are no activity stand in the log alone. 'link': links to a visit and invitations that an address guesses.
   * 'session': calls that need a session, made without one. 'access': calls for what is not the account's own.
   */
  event: ActivityEvent | 'account-deleted' | 'quota' | 'link' | 'session' | 'access';
  outcome: ActivityOutcome;
  method?: 'password' | 'passkey' | 'recovery-code' | 'link' | ProviderId | undefined;
  /** The account, by its id or the e-mail that was typed; by default the one that the request is `about`. */
  uid?: string | undefined;
  email?: string | undefined;
  /** 1 by default. */
  times?: number;
}

type EventDependencies = Pick<Dependencies, 'store' | 'log' | 'meter' | 'now' | 'uptime'>;

/**
 * Records what happens to the security of accounts: one line of the log each, without names, and an entry in the account's
 * recent activity (OWASP ASVS 16.3, docs/hosting/security-events.md). Recording never fails and never delays a reply.
 */
export class SecurityEvents {
  readonly #dependencies: EventDependencies;
  readonly #activity: ActivityWriter;
  readonly #repeats = new Repeats();
  readonly #about = new WeakMap<FastifyRequest, string>();
  readonly #running = new Set<Promise<void>>();
  #key: Promise<string> | undefined;

  constructor(dependencies: EventDependencies) {
    this.#dependencies = dependencies;
    this.#activity = new ActivityWriter(dependencies.store, dependencies.log);
  }

  /** Names the account that the events of a request are about. */
  about(request: FastifyRequest, uid: string): void {
    this.#about.set(request, uid);
  }

  record(request: FastifyRequest, event: SecurityEvent): void {
    this.#dependencies.meter?.countEvent(event.event, event.outcome);
    const about = { ...event, uid: event.uid ?? this.#about.get(request) };
    const address = loggedAddress(request.ip);
    const repeats = this.#countRepeat(event, address);
    if (repeats === undefined) {
      this.#show(request, about);
      return;
    }
    const running = this.#record(request, about, address, repeats)
      .catch((error) =>
        this.#dependencies.log.warn({ request: request.id, error }, 'a security event could not be recorded'),
      )
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Records that limits of a household stopped its notices or refused its taps. */
  recordLimits(
    request: FastifyRequest,
    uid: string,
    { withheld, refused }: Record<'withheld' | 'refused', number>,
  ) {
    const limited = { outcome: 'limited', uid } as const;
    if (refused > 0) this.record(request, { event: 'quota', ...limited });
    if (withheld === 0) return;
    this.record(request, { event: 'notices-withheld', ...limited, times: withheld });
  }

  /** Resolves when everything that was recorded is stored. */
  async flush(): Promise<void> {
    await Promise.all(this.#running);
    await this.#activity.flush();
  }

  /** Returns the repeats to report, or undefined if this one is not to be: a refused request costs its sender nothing. */
  #countRepeat({ event, outcome }: SecurityEvent, address: string): number | undefined {
    if (outcome !== 'limited' && outcome !== 'refused') return 0;
    return this.#repeats.count(`${event} ${outcome} ${address}`, this.#dependencies.uptime());
  }

  async #record(
    request: FastifyRequest,
    about: SecurityEvent,
    address: string,
    repeats: number,
  ): Promise<void> {
    const { store, log } = this.#dependencies;
    const { event, outcome, method, email } = about;
    const typed = email === undefined ? undefined : emailKey(email);
    const uid = about.uid ?? (typed && (await store.accountByEmail(typed))?.uid);
    const account = await this.#hashOf(uid ?? typed);
    const line = { event, outcome, ...(method && { method }), ...(account && { account }), address };
    log.info({ ...line, ...(repeats > 0 && { repeats }), request: request.id }, 'security');
    this.#show(request, { ...about, uid });
  }

  /** Adds an event to the recent activity of its account, if that is known. */
  #show({ headers }: FastifyRequest, { event, outcome, method, uid, times = 1 }: SecurityEvent): void {
    if (uid === undefined || !ACTIVITIES.some((shown) => shown === event)) return;
    const isAnybodys = isOpenToAnybody(event, outcome);
    const device = isAnybodys ? '' : deviceName(headers['user-agent']);
    const body = JSON.stringify({ event, outcome, method, device });
    this.#activity.add({ uid, body, times, per: isAnybodys ? 'month' : 'day' }, this.#dependencies.now());
  }

  async #hashOf(who: string | undefined): Promise<string | undefined> {
    if (who === undefined) return undefined;
    this.#key ??= logKey(this.#dependencies.store);
    const key = await this.#key.catch(() => undefined);
    // The next event asks again.
    if (key === undefined) this.#key = undefined;
    return key && accountHash(key, who);
  }
}

/** True of what anybody can do to an account whose e-mail they know: it must push nothing else out of the activity. */
function isOpenToAnybody(event: SecurityEvent['event'], outcome: ActivityOutcome): boolean {
  if (event === 'recovery-asked') return true;
  return outcome !== 'ok' && (event === 'sign-in' || event === 'recovery' || event === 'registered');
}
