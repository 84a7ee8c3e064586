import * as v from 'valibot';
import type { Id } from '#domain/ids.ts';
import type { PagePath } from '#domain/pages/pages.ts';
import { DAY_MS, HOUR_MS, isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import type { OneTimeTokenStore } from '../../store/port.ts';
import { hashIfSecret, hashOf, newSecret } from '../sessions/secret.ts';

/** The kinds of mailed links: lifetime in ms, the page that the link opens, and the data stored with its token. */
const KINDS = {
  recovery: {
    lifetimeMs: HOUR_MS,
    page: '/recover',
    /**
     * `isByHost`: handed over by whoever hosts the server, so using it does not verify the e-mail. `withoutPasskey`: the
     * passkey is lost, so using the link also turns the passkey requirement off.
     */
    body: v.object({
      emailKey: v.string(),
      isByHost: v.boolean(),
      withoutPasskey: v.optional(v.boolean()),
    }),
  },
  'verify-email': {
    lifetimeMs: DAY_MS,
    page: '/verify-email',
    body: v.object({ emailKey: v.string() }),
  },
  'change-email': {
    lifetimeMs: DAY_MS,
    page: '/confirm-email',
    body: v.object({ email: v.string(), emailKey: v.string() }),
  },
} as const satisfies Record<string, { lifetimeMs: number; page: PagePath; body: v.GenericSchema }>;

export type LinkKind = keyof typeof KINDS;
export type LinkBody<K extends LinkKind> = v.InferOutput<(typeof KINDS)[K]['body']>;

/** Links in mails that work once. Only the hash of their secret is stored. */
export interface OneTimeLinks {
  create<K extends LinkKind>(kind: K, uid: Id, body: LinkBody<K>): Promise<string>;
  /** Finds a link without using it up, which happens together with the change it allows. Throws 'link-expired'. */
  find<K extends LinkKind>(kind: K, secret: string): Promise<FoundLink<K>>;
}

/** A link that still works. `hash` is the hash of its secret. */
interface FoundLink<K extends LinkKind> {
  hash: string;
  uid: Id;
  body: LinkBody<K>;
}

export interface LinkDependencies {
  store: Pick<OneTimeTokenStore, 'putOneTimeToken'>;
  now: () => number;
  /** Returns the origin that links point to; never taken from a request (no host header injection). */
  origin: () => string;
}

/** Creates a link. Its secret is in the fragment, which a browser sends to no server and in no Referer. */
export async function createOneTimeLink<K extends LinkKind>(
  { store, now, origin }: LinkDependencies,
  kind: K,
  uid: Id,
  body: LinkBody<K>,
): Promise<string> {
  const { lifetimeMs, page } = KINDS[kind];
  const secret = newSecret();
  const expiresAt = isoTime(now() + lifetimeMs);
  await store.putOneTimeToken({ kind, hash: hashOf(secret), uid, body: JSON.stringify(body), expiresAt });
  return `${origin()}${page}#${secret}`;
}

type TokenStore = Pick<OneTimeTokenStore, 'putOneTimeToken' | 'oneTimeToken'>;

export function createOneTimeLinks(store: TokenStore, now: () => number, origin: () => string): OneTimeLinks {
  return {
    create: (kind, uid, body) => createOneTimeLink({ store, now, origin }, kind, uid, body),
    async find<K extends LinkKind>(kind: K, secret: string) {
      const hash = hashIfSecret(secret);
      const token = hash && (await store.oneTimeToken(kind, hash, isoTime(now())));
      if (!token || token.uid === null) throw new CallError('link-expired');
      const body = v.parse(KINDS[kind].body, JSON.parse(token.body)) as LinkBody<K>;
      return { hash, uid: token.uid, body };
    },
  };
}
