import type { Language } from '#domain/language.ts';
import { HOUR_MS } from '#domain/time.ts';
import { isOfService } from '../config/push-services.ts';
import type { Dependencies } from '../dependencies.ts';
import type { PushDevice } from '../store/ports/store.ts';
import type { News } from './news.ts';
import { ANSWER_MS, type Handed, PushSender } from './sender.ts';
import { keyIsBack, subjectOf, Vapid } from './vapid.ts';

type Deps = Pick<Dependencies, 'config' | 'store' | 'now' | 'log' | 'meter'>;
type Recipient = Pick<PushDevice, 'session' | 'endpoint' | 'p256dh' | 'auth'>;

/** A message for a device; of two with one name the later takes the place of the other. */
interface Message {
  name: string;
  language: Language;
  news: News;
}

/** Hands messages to devices, and keeps what became of them. Off if the host names no push service. */
export class Push {
  readonly #deps: Deps;
  readonly #origin: () => string;
  readonly #stopped = new AbortController();
  #sender: Promise<{ sender: PushSender; vapid: Vapid }> | undefined;

  /** `origin` returns the origin that notifications lead to. */
  constructor(deps: Deps, origin: () => string) {
    this.#deps = deps;
    this.#origin = origin;
  }

  /** Makes the server's key at the start, so that no GET writes. If the store is away just then, the first need makes it. */
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

  /** Returns the key with which browsers subscribe; null if push is off. */
  async key(): Promise<string | null> {
    return this.isOn ? (await this.#open()).vapid.publicKey : null;
  }

  isOfService(endpoint: string): boolean {
    return isOfService(this.#deps.config.pushServices, endpoint);
  }

  /** Hands a message over that is worth nothing after `end`, and is not begun shortly before `lease` ends, both in ms. */
  async tell(
    device: Recipient,
    message: Message,
    { end, lease = end }: { end: number; lease?: number },
  ): Promise<Handed> {
    const { now, meter } = this.#deps;
    const { sender, vapid } = await this.#open();
    const { signal } = this.#stopped;
    const topic = vapid.topicOf(message.name);
    const ttl = Math.max(1, Math.ceil((end - now()) / 1000));
    const handed: Handed =
      now() + ANSWER_MS > lease || signal.aborted
        ? { result: 'late', retryAfterMs: 0 }
        : await sender.send(device, { text: this.#textOf(message, topic), topic, ttl }, signal);
    meter?.countPush(handed.result);
    await this.#keep(device, handed);
    return handed;
  }

  /** Gives up waiting for push services. */
  stop(): void {
    this.#stopped.abort();
  }

  async #keep({ session, endpoint }: Recipient, handed: Handed): Promise<void> {
    const { store, now } = this.#deps;
    if (handed.result === 'gone') await store.removePushDevice(session, endpoint);
    else if (handed.result === 'refused') await store.markPushDevice(endpoint, { failure: handed.failure });
    else if (handed.result === 'sent')
      await store.markPushDevice(endpoint, { handedAt: new Date(now()).toISOString() });
  }

  /** Declarative Web Push reads it without a service worker, too. */
  #textOf({ language: lang, news }: Message, tag: string): string {
    const [origin, dir] = [this.#origin(), 'ltr'];
    const icon = `${origin}/icon-192.png`;
    const notification = { ...news, lang, dir, tag, icon, navigate: `${origin}/dashboard` };
    return JSON.stringify({ web_push: 8030, notification });
  }

  /** Reads the key at the first need, and again if the store was away. */
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
