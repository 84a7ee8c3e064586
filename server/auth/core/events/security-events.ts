import { createHmac, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { ACTIVITIES, type ActivityEvent, type ActivityOutcome } from '#domain/protocol/account-calls.ts';
import type { ProviderId } from '#domain/protocol/providers.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { emailKey } from '../../../email-key.ts';
import { loggedAddress } from '../../../load-limits/address-groups.ts';
import { ACTIVITY_ENTRIES, LIFETIMES } from '../../../server-limits.ts';
import type { ActivityEntry, ActivityStore } from '../../../store/ports/store.ts';
import { deviceName } from '../sessions/device-name.ts';

/** Batches floods, and keeps database time from revealing whether a failed log-in's e-mail has an account. */
const DELAY_MS = 1000;
/** Events beyond this are dropped and stand in the log alone. */
const MAX_WAITING = 10_000;

/** `body` holds everything but the time. */
interface NewActivity {
  uid: string;
  body: string;
  times: number;
  /** Equal events within this period share one entry. */
  per: 'day' | 'month';
}

/** Lengths of ISO time prefixes. */
const PERIODS = { day: 10, month: 7 } as const;

function activityWriter(store: ActivityStore, log: Logger) {
  let waiting = new Map<string, ActivityEntry>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  /** `now` in ms. */
  function add({ uid, body, times: more, per }: NewActivity, now: number): void {
    const at = isoTime(now);
    const key = `${at.slice(0, PERIODS[per])} ${body}`;
    const id = `${uid} ${key}`;
    const same = waiting.get(id);
    if (!same && waiting.size >= MAX_WAITING) return;
    const times = (same?.times ?? 0) + more;
    waiting.set(id, { uid, key, body, at, times, expiresAt: isoTime(now + LIFETIMES.activity) });
    timer ??= setTimeout(() => void flush(), DELAY_MS).unref();
  }

  /** Resolves when everything added was written or has failed. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const entries = [...waiting.values()];
    waiting = new Map();
    if (entries.length > 0) writing = writing.then(() => write(entries));
    return writing;
  }

  async function write(entries: readonly ActivityEntry[]): Promise<void> {
    try {
      await store.addActivity(entries, ACTIVITY_ENTRIES);
    } catch (error) {
      log.warn({ error, entries: entries.length }, 'recent activity could not be stored');
    }
  }

  return { add, flush };
}

/** The installation's key for naming accounts in the log. */
function logKey(store: ActivityStore): Promise<string> {
  return store.secret('security-log', randomBytes(32).toString('base64url'));
}

/** Keyed, so that nobody without the key can try a list of e-mails against the log. */
function accountHash(key: string, who: string): string {
  return createHmac('sha256', key).update(who).digest('base64url').slice(0, 16);
}

/** Bounds memory: each is a short text. */
const MAX_REMEMBERED = 10_000;

/** One line a minute for a flood of refused requests. `now`: monotonic, in ms. */
class Repeats {
  readonly #seen = new Map<string, { until: number; unsaid: number }>();

  /** Undefined within the minute, else the unreported repeats. */
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
   * All but `ActivityEvent` are only logged. 'link': guessed links or invitations. 'session': a call without
   * one. 'access': a call for another's data.
   */
  event: ActivityEvent | 'account-deleted' | 'quota' | 'link' | 'session' | 'access';
  outcome: ActivityOutcome;
  method?: 'password' | 'passkey' | 'recovery-code' | 'link' | ProviderId | undefined;
  /** The account by id or typed e-mail; default: the one that the request is `about`. */
  uid?: string | undefined;
  email?: string | undefined;
  times?: number;
}

/**
 * One log line without names and one activity entry per event (OWASP ASVS 16.3,
 * docs/hosting/security-events.md). Never delays or fails a reply.
 */
export class SecurityEvents {
  readonly #dependencies: Dependencies;
  readonly #activity: ReturnType<typeof activityWriter>;
  readonly #repeats = new Repeats();
  readonly #about = new WeakMap<FastifyRequest, string>();
  readonly #running = new Set<Promise<void>>();
  #key: Promise<string> | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#activity = activityWriter(dependencies.store, dependencies.log);
  }

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

  async flush(): Promise<void> {
    await Promise.all(this.#running);
    await this.#activity.flush();
  }

  /** Undefined: do not log. Only refusals are counted, since they cost their sender nothing. */
  #countRepeat({ event, outcome }: SecurityEvent, address: string): number | undefined {
    if (outcome !== 'limited' && outcome !== 'refused') return 0;
    return this.#repeats.count(`${event} ${outcome} ${address}`, this.#dependencies.monotonicNow());
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
    // The next event retries.
    if (key === undefined) this.#key = undefined;
    return key && accountHash(key, who);
  }
}

/** Anybody who knows the e-mail can cause these, so they must not push other entries out. */
function isOpenToAnybody(event: SecurityEvent['event'], outcome: ActivityOutcome): boolean {
  if (event === 'recovery-asked') return true;
  return outcome !== 'ok' && (event === 'sign-in' || event === 'recovery' || event === 'registered');
}

/** Logs an operator's command without names; the parent also sees an export as activity. */
export async function recordOperatorEvent(
  store: ActivityStore,
  log: Logger,
  event: 'export' | 'account-deleted',
  uid: string,
): Promise<void> {
  const account = accountHash(await logKey(store), uid);
  log.info({ event, outcome: 'ok', method: 'host', account }, 'security');
  if (event !== 'export') return;
  const activity = activityWriter(store, log);
  const body = JSON.stringify({ event, outcome: 'ok', method: 'host', device: '' });
  activity.add({ uid, body, times: 1, per: 'day' }, Date.now());
  await activity.flush();
}
