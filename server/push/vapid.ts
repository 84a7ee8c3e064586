import { createECDH, createHmac, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { HOUR_MS } from '#domain/time.ts';
import type { Config } from '../config/config.ts';
import { FRAMME } from '../process/command-name.ts';
import type { ActivityStore } from '../store/ports/store.ts';

/** RFC 8292 allows a day. */
const TOKEN_LIFE_MS = 12 * HOUR_MS;
/** A push service's clock may be ahead. */
const RENEWED_MS = HOUR_MS;
/** Bounded, since a browser may name endless hosts below an allowed name. */
const MAX_TOKENS = 100;

/** Names without public DNS, and IP addresses: Apple refuses such a contact. */
const NOWHERE =
  /^(?:[^.]*|.*\.(?:|local|localhost|localdomain|invalid|test|example|lan|home|internal|intranet|home\.arpa|onion|alt)|[\d.]+|\[.*\])$/i;

/** A base64url private key, a space, and the ISO time of `now` (ms). */
export function newPushKey(now: number): string {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  // A private key may be shorter than 32 bytes.
  const key = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return `${key.toString('base64url')} ${new Date(now).toISOString()}`;
}

/** A restored backup may have undone `renew-push-key`. */
export function keyIsBack(madeAt: string): string {
  const day = madeAt.slice(0, 10) || 'a day that was not noted';
  return `the push key of ${day} is back: if it was renewed since, stop Framme and run ${FRAMME} renew-push-key`;
}

type Contact = Pick<Config, 'hostContact' | 'publicOrigin'>;

/** RFC 8292, section 2.1: mail, web page or the server, the first that Apple accepts. */
export function subjectOf({ hostContact, publicOrigin }: Contact): string {
  const own = hostContact?.includes('@') && !hostContact.startsWith('https:');
  const contact = own ? `mailto:${hostContact}` : hostContact;
  const known = [contact, publicOrigin].filter((one) => one !== undefined);
  return known.find(isPublic) ?? known[0] ?? 'https://localhost';
}

function isPublic(subject: string): boolean {
  const host = subject.startsWith('mailto:') ? subject.replace(/^.*@/, '') : new URL(subject).hostname;
  return !NOWHERE.test(host);
}

/** Apple refuses a contact that is not public, and with it every notification. */
export function contactWarning(config: Contact): string | undefined {
  const subject = subjectOf(config);
  if (isPublic(subject)) return undefined;
  return `Push services are told ${subject} as your contact, which Apple refuses. Set HOST_CONTACT to a public address.`;
}

/** RFC 8292: one key pair per installation, one token per service. */
export class Vapid {
  readonly publicKey: string;
  /** ISO; empty if the key is older than this field. */
  readonly madeAt: string;
  readonly #secret: Buffer;
  readonly #key: KeyObject;
  readonly #subject: string;
  readonly #tokens = new Map<string, { token: string; expiresAt: number }>();

  constructor(secret: string, madeAt: string, subject: string) {
    this.madeAt = madeAt;
    this.#secret = Buffer.from(secret, 'base64url');
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(this.#secret);
    const point = pair.getPublicKey();
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
    const jwk = { kty: 'EC', crv: 'P-256', d: secret, x, y };
    this.#key = createPrivateKey({ key: jwk as Record<string, string>, format: 'jwk' });
    this.publicKey = point.toString('base64url');
    this.#subject = subject;
  }

  /** Created once; all servers on a database share it. */
  static async of(store: ActivityStore, subject: string, now: number): Promise<Vapid> {
    const [key = '', madeAt = ''] = (await store.secret('vapid', newPushKey(now))).split(' ');
    return new Vapid(key, madeAt, subject);
  }

  /** `now` in ms. A token serves its push service for at most 12 hours. */
  authorization(endpoint: string, now: number): string {
    const { origin } = new URL(endpoint);
    const known = this.#tokens.get(origin);
    const isFresh = known && now < known.expiresAt - RENEWED_MS && known.expiresAt <= now + TOKEN_LIFE_MS;
    const token = isFresh ? known.token : this.#newToken(origin, now + TOKEN_LIFE_MS);
    return `vapid t=${token}, k=${this.publicKey}`;
  }

  /** 32 characters that reveal nothing; the same at each repeat. */
  topicOf(alert: string): string {
    return createHmac('sha256', this.#secret).update(`topic ${alert}`).digest('base64url').slice(0, 32);
  }

  #newToken(origin: string, expiresAt: number): string {
    const claims = { aud: origin, exp: Math.floor(expiresAt / 1000), sub: this.#subject };
    const parts = [{ typ: 'JWT', alg: 'ES256' }, claims];
    const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    const signature = sign('sha256', Buffer.from(text), { key: this.#key, dsaEncoding: 'ieee-p1363' });
    const token = `${text}.${signature.toString('base64url')}`;
    const [oldest = ''] = this.#tokens.size < MAX_TOKENS ? [origin] : this.#tokens.keys();
    this.#tokens.delete(oldest);
    this.#tokens.set(origin, { token, expiresAt });
    return token;
  }
}
