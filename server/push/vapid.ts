import { createECDH, createHmac, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { HOUR_MS } from '#domain/time.ts';
import type { Config } from '../config/config.ts';
import { FRAMME } from '../process/command-name.ts';
import type { ActivityStore } from '../store/ports/store.ts';

/** RFC 8292 allows a day. */
const TOKEN_LIFE_MS = 12 * HOUR_MS;
/** A token is made anew before it ends: a push service's clock may be ahead. */
const RENEWED_MS = HOUR_MS;
/** The push services whose tokens are kept: below a name of the list a browser may name hosts without end. */
const MAX_TOKENS = 100;

/** Names without a dot or with one at the end, names of no public DNS, and IP addresses: Apple refuses such a contact. */
const NOWHERE =
  /^(?:[^.]*|.*\.(?:|local|localhost|localdomain|invalid|test|example|lan|home|internal|intranet|home\.arpa|onion|alt)|[\d.]+|\[.*\])$/i;

/** Makes a private key, base64url, followed by the time at which it was made, ISO; `now` in ms. */
export function newPushKey(now: number): string {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  // A private key may be shorter than 32 bytes.
  const key = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return `${key.toString('base64url')} ${new Date(now).toISOString()}`;
}

/** Tells the operator that a restored backup undid `renew-push-key`, if there was one; `madeAt` as `Vapid` has it. */
export function keyIsBack(madeAt: string): string {
  const day = madeAt.slice(0, 10) || 'a day that was not noted';
  return `the push key of ${day} is back: if it was renewed since, stop Framme and run ${FRAMME} renew-push-key`;
}

type Contact = Pick<Config, 'hostContact' | 'publicOrigin'>;

/**
 * The address at which a push service's operator reaches the host (RFC 8292, section 2.1): mail, a web page, or the server
 * itself, the first that Apple takes.
 */
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

/** A sentence for the operator if Apple refuses the contact, and with it each notification; undefined if it does not. */
export function contactWarning(config: Contact): string | undefined {
  const subject = subjectOf(config);
  if (isPublic(subject)) return undefined;
  return `Push services are told ${subject} as your contact, which Apple refuses. Set HOST_CONTACT to a public address.`;
}

/** Identifies the server to push services (RFC 8292, VAPID): one key pair of the installation, a token for each service. */
export class Vapid {
  /** The public key, base64url, with which browsers subscribe. */
  readonly publicKey: string;
  /** ISO, or empty of a key from before its date was noted. */
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

  /** Reads the installation's key, and makes it at the first time: all servers on a database have one. */
  static async of(store: Pick<ActivityStore, 'secret'>, subject: string, now: number): Promise<Vapid> {
    const [key = '', madeAt = ''] = (await store.secret('vapid', newPushKey(now))).split(' ');
    return new Vapid(key, madeAt, subject);
  }

  /** Returns the header that a request to an endpoint carries; `now` in ms. A token serves its whole push service, for at most 12 hours. */
  authorization(endpoint: string, now: number): string {
    const { origin } = new URL(endpoint);
    const known = this.#tokens.get(origin);
    const isFresh = known && now < known.expiresAt - RENEWED_MS && known.expiresAt <= now + TOKEN_LIFE_MS;
    const token = isFresh ? known.token : this.#newToken(origin, now + TOKEN_LIFE_MS);
    return `vapid t=${token}, k=${this.publicKey}`;
  }

  /** Returns 32 characters that name an alert to push services and browsers, the same at each repeat, and tell nothing of it. */
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
