import type { Id } from '#domain/ids.ts';
import type { Language } from '#domain/language.ts';
import { HOUR_MS } from '#domain/time.ts';
import { isOfService } from '../config/push-services.ts';
import type { Dependencies } from '../dependencies.ts';
import type { PushSubscription } from '../store/ports/store.ts';
import type { AlertText } from './alert-text.ts';
import { encrypted } from './encrypt.ts';
import { keyIsBack, subjectOf, Vapid } from './vapid.ts';

type Recipient = PushTarget & { session: Id };

/** A later message of the same name replaces it. */
interface Message {
  name: string;
  language: Language;
  text: AlertText;
}

/** Off if PUSH_SERVICES is `off`. */
export class Push {
  readonly #deps: Dependencies;
  readonly #origin: () => string;
  readonly #stopped = new AbortController();
  #sender: Promise<{ sender: PushSender; vapid: Vapid }> | undefined;

  constructor(deps: Dependencies, origin: () => string) {
    this.#deps = deps;
    this.#origin = origin;
  }

  /** Creates the key at the start, so that no GET writes; if the store is away, the first use does. */
  async begin(): Promise<void> {
    const opened = this.isOn ? await this.#open().catch(() => undefined) : undefined;
    const { store, now, log } = this.#deps;
    const restoredAt = store.restored()?.at ?? Number.NEGATIVE_INFINITY;
    const madeAt = opened?.vapid.madeAt;
    if (madeAt === undefined || now() - restoredAt > HOUR_MS || Date.parse(madeAt) > restoredAt) return;
    log.warn(`a backup was restored, and ${keyIsBack(madeAt)}`);
  }

  get isOn(): boolean {
    return this.#deps.config.pushServices.length > 0;
  }

  /** Null if push is off. */
  async key(): Promise<string | null> {
    return this.isOn ? (await this.#open()).vapid.publicKey : null;
  }

  isOfService(endpoint: string): boolean {
    return isOfService(this.#deps.config.pushServices, endpoint);
  }

  /** The message is worthless after `end`, and not begun shortly before `lease` ends; both in ms. */
  async send(
    device: Recipient,
    message: Message,
    { end, lease = end }: { end: number; lease?: number },
  ): Promise<Delivery> {
    const { now, meter } = this.#deps;
    const { sender, vapid } = await this.#open();
    const { signal } = this.#stopped;
    const topic = vapid.topicOf(message.name);
    const ttl = Math.max(1, Math.ceil((end - now()) / 1000));
    const delivery: Delivery =
      now() + ANSWER_MS > lease || signal.aborted
        ? { result: 'late', retryAfterMs: 0 }
        : await sender.send(device, { text: this.#payloadOf(message, topic), topic, ttl }, signal);
    meter?.countPush(delivery.result);
    await this.#record(device, delivery);
    return delivery;
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #record({ session, endpoint }: Recipient, delivery: Delivery): Promise<void> {
    const { store, now } = this.#deps;
    if (delivery.result === 'gone') await store.removePushDevice(session, endpoint);
    else if (delivery.result === 'refused')
      await store.markPushDevice(endpoint, { failure: delivery.failure });
    else if (delivery.result === 'sent')
      await store.markPushDevice(endpoint, { handedAt: new Date(now()).toISOString() });
  }

  /** Declarative Web Push shows it without a service worker. */
  #payloadOf({ language: lang, text }: Message, tag: string): string {
    const [origin, dir] = [this.#origin(), 'ltr'];
    const icon = `${origin}/icon-192.png`;
    const notification = { ...text, lang, dir, tag, icon, navigate: `${origin}/dashboard` };
    return JSON.stringify({ web_push: 8030, notification });
  }

  /** Retried at the next use if the store was away. */
  #open(): Promise<{ sender: PushSender; vapid: Vapid }> {
    const { config, store, now, log } = this.#deps;
    this.#sender ??= Vapid.of(store, subjectOf(config), now())
      .then((vapid) => ({
        vapid,
        sender: new PushSender({ services: config.pushServices, vapid, now, log }),
      }))
      .catch((error) => {
        this.#sender = undefined;
        throw error;
      });
    return this.#sender;
  }
}

/** In ms, for a push service to answer. */
export const ANSWER_MS = 8000;
/** In ms: a host that timed out is left alone, so that it delays nothing else. */
const REST_MS = 10_000;
/** Bounded, since a browser may name endless hosts below an allowed name. */
const MOST_SILENT = 100;

/** `ttl` in seconds; a later one of the same topic replaces it. */
interface PushMessage {
  text: string;
  topic: string;
  ttl: number;
}

/**
 * `gone`: subscription over. `refused`: never accepted. `late`: not now; `retryAfterMs` if the
 * service named a time.
 */
type Delivery =
  | { result: 'sent' | 'gone' }
  | { result: 'refused'; failure: string }
  | { result: 'late'; retryAfterMs: number };

type PushTarget = Pick<PushSubscription, 'endpoint' | 'p256dh' | 'auth'>;

type SenderDeps = Pick<Dependencies, 'now' | 'log'> & { services: readonly string[]; vapid: Vapid };

/** RFC 8030. Logs only an endpoint's host; reads no reply. */
export class PushSender {
  readonly #deps: SenderDeps;
  /** In ms, until the host may be asked again. */
  readonly #silent = new Map<string, number>();

  constructor(deps: SenderDeps) {
    this.#deps = deps;
  }

  /** Never rejects. `stopped` aborts the wait for an answer. */
  async send(
    { endpoint, p256dh, auth }: PushTarget,
    { text, topic, ttl }: PushMessage,
    stopped?: AbortSignal,
  ): Promise<Delivery> {
    const { services, vapid, now, log } = this.#deps;
    // PUSH_SERVICES or the stored row may have changed.
    if (!isOfService(services, endpoint)) return { result: 'refused', failure: 'service' };
    const { host } = new URL(endpoint);
    const rest = Math.min((this.#silent.get(host) ?? 0) - now(), REST_MS);
    if (rest > 0) return { result: 'late', retryAfterMs: rest };
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: {
          authorization: vapid.authorization(endpoint, now()),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(ttl),
          topic,
          urgency: 'high',
        },
        body: new Uint8Array(encrypted(text, { p256dh, auth })),
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(ANSWER_MS), ...(stopped ? [stopped] : [])]),
      });
      this.#silent.delete(host);
      await response.body?.cancel();
      const delivery = resultOf(response, now());
      if (delivery.result === 'refused')
        log.warn({ host, status: response.status }, 'a push service refused a message');
      return delivery;
    } catch (error) {
      if (codeOf(error) === 'TimeoutError') this.#rest(host);
      log.info({ host, code: codeOf(error) }, 'a push service could not be reached');
      return { result: 'late', retryAfterMs: 0 };
    }
  }

  #rest(host: string): void {
    if (this.#silent.size >= MOST_SILENT) this.#silent.clear();
    this.#silent.set(host, this.#deps.now() + REST_MS);
  }
}

function resultOf({ status, headers }: Response, now: number): Delivery {
  if (status >= 200 && status < 300) return { result: 'sent' };
  if (status === 404 || status === 410) return { result: 'gone' };
  if (status === 429 || status >= 500) return { result: 'late', retryAfterMs: retryAfter(headers, now) };
  return { result: 'refused', failure: String(status) };
}

/** In seconds or as a date. */
function retryAfter(headers: Headers, now: number): number {
  const text = headers.get('retry-after') ?? '';
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Math.max(0, wait || 0);
}

/** The error's message may contain the endpoint. */
function codeOf(error: unknown): string {
  const { cause, name } = Object(error) as { cause?: { code?: string }; name?: string };
  return cause?.code ?? name ?? 'unknown';
}
