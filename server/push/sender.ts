import type { Logger } from 'pino';
import { isOfService } from '../config/push-services.ts';
import type { PushDevice } from '../store/ports/store.ts';
import { encrypted } from './encrypt.ts';
import type { Vapid } from './vapid.ts';

/** The longest that a push service may take to answer. */
export const ANSWER_MS = 8000;
/** A host that did not answer in time is left alone for so long, in ms: what is for it waits beside all else. */
const REST_MS = 10_000;
/** The hosts that are remembered as silent: below a name of the list a browser may name hosts without end. */
const MOST_SILENT = 100;

/** A message for a push service to keep for so many seconds; a later one of the same topic takes its place there. */
export interface PushMessage {
  text: string;
  topic: string;
  ttl: number;
}

/**
 * The result of handing a message over. `sent`: the push service took it. `gone`: the subscription is over. `refused`: it never
 * will take it. `late`: it could not just now; `retryAfterMs` if it said when.
 */
export type Handed =
  | { result: 'sent' | 'gone' }
  | { result: 'refused'; failure: string }
  | { result: 'late'; retryAfterMs: number };

interface SenderDeps {
  /** The hosts of PUSH_SERVICES. */
  services: readonly string[];
  vapid: Vapid;
  now: () => number;
  log: Logger;
}

/** Hands messages to push services (RFC 8030). Nothing of an endpoint but its host is logged, and no reply is read. */
export class PushSender {
  readonly #deps: SenderDeps;
  /** The end of the rest of silent hosts, in ms. */
  readonly #silent = new Map<string, number>();

  constructor(deps: SenderDeps) {
    this.#deps = deps;
  }

  /** Never rejects. `stopped` gives up the wait for an answer. */
  async send(
    { endpoint, p256dh, auth }: Pick<PushDevice, 'endpoint' | 'p256dh' | 'auth'>,
    { text, topic, ttl }: PushMessage,
    stopped?: AbortSignal,
  ): Promise<Handed> {
    const { services, vapid, now, log } = this.#deps;
    // Also here: the list, or the stored row, may have changed since it was saved.
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
      const handed = resultOf(response, now());
      if (handed.result === 'refused')
        log.warn({ host, status: response.status }, 'a push service refused a message');
      return handed;
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

function resultOf({ status, headers }: Response, now: number): Handed {
  if (status >= 200 && status < 300) return { result: 'sent' };
  if (status === 404 || status === 410) return { result: 'gone' };
  if (status === 429 || status >= 500) return { result: 'late', retryAfterMs: retryAfter(headers, now) };
  return { result: 'refused', failure: String(status) };
}

/** Reads Retry-After, in seconds or as a date. */
function retryAfter(headers: Headers, now: number): number {
  const text = headers.get('retry-after') ?? '';
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Math.max(0, wait || 0);
}

/** The text of such an error may hold the address. */
function codeOf(error: unknown): string {
  const { cause, name } = Object(error) as { cause?: { code?: string }; name?: string };
  return cause?.code ?? name ?? 'unknown';
}
