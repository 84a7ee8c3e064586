import { randomInt } from 'node:crypto';
import * as v from 'valibot';
import type { Id } from '#domain/ids.ts';
import type { PagePath } from '#domain/pages/pages.ts';
import { EMAIL_CODE_DIGITS, type MailedLinkKind } from '#domain/protocol/email-calls.ts';
import { DAY_MS, HOUR_MS, isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import type { OneTimeTokenStore } from '../../store/port.ts';
import { UNDO_MS } from '../port.ts';
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
  'undo-email': {
    lifetimeMs: UNDO_MS,
    page: '/undo-email',
    /** The address to restore, and the account as it was when the address changed. */
    body: v.object({
      email: v.string(),
      emailKey: v.string(),
      verifiedAt: v.string(),
      changedAt: v.string(),
      passwordHash: v.nullable(v.string()),
      /** The hashes of the passwords that sessions had replaced in the week before. */
      formerHashes: v.optional(v.array(v.string()), []),
    }),
  },
  /** Handed over by whoever hosts the server; it belongs to no account yet. */
  invitation: { lifetimeMs: 7 * DAY_MS, page: '/register', body: v.object({}) },
} as const satisfies Record<
  MailedLinkKind | 'invitation',
  { lifetimeMs: number; page: PagePath; body: v.GenericSchema }
>;

type LinkKind = keyof typeof KINDS;
export type LinkBody<K extends LinkKind> = v.InferOutput<(typeof KINDS)[K]['body']>;

/** Links in mails that work once. Only the hash of their secret is stored. */
export interface OneTimeLinks {
  /** `within`: a transaction that the link is part of. */
  create<K extends LinkKind>(
    kind: K,
    uid: Id,
    body: LinkBody<K>,
    within?: LinkDependencies['store'],
  ): Promise<string>;
  /** Creates a link, and a code that does the same within a session of the account. */
  createWithCode<K extends CodeKind>(kind: K, uid: Id, body: LinkBody<K>): Promise<LinkWithCode>;
  /** Finds a link without using it up, which happens together with the change it allows. Throws 'link-expired'. */
  find<K extends LinkKind>(kind: K, secret: string): Promise<FoundLink<K>>;
  /** Like `find`, by the code of the same mail. Returns undefined if the account has no such code of this kind. */
  findByCode<K extends CodeKind>(kind: K, uid: Id, code: string): Promise<FoundLink<K> | undefined>;
}

/** The links whose mail has a code too. */
type CodeKind = 'verify-email' | 'change-email';

export interface LinkWithCode {
  link: string;
  code: string;
}

/** A link that still works. `hash` is the hash of its secret or code. */
export interface FoundLink<K extends LinkKind> {
  hash: string;
  uid: Id;
  body: LinkBody<K>;
  expiresAt: string;
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
  uid: Id | null,
  body: LinkBody<K>,
): Promise<string> {
  const { lifetimeMs, page } = KINDS[kind];
  const secret = newSecret();
  const expiresAt = isoTime(now() + lifetimeMs);
  await store.putOneTimeToken({ kind, hash: hashOf(secret), uid, body: JSON.stringify(body), expiresAt });
  return `${origin()}${page}#${secret}`;
}

/** Parses the stored body of a link of a kind. */
export function parseBody<K extends LinkKind>(kind: K, body: string): LinkBody<K> {
  return v.parse(KINDS[kind].body, JSON.parse(body)) as LinkBody<K>;
}

/** The hash of a code is the account's own, so that it opens nothing in another one. */
function codeHash(kind: CodeKind, uid: Id, code: string): string {
  return hashOf(`${kind} ${uid} ${code}`);
}

type TokenStore = Pick<OneTimeTokenStore, 'putOneTimeToken' | 'oneTimeToken'>;

export function createOneTimeLinks(store: TokenStore, now: () => number, origin: () => string): OneTimeLinks {
  const findByHash = async <K extends LinkKind>(
    kind: K,
    hash: string | undefined,
  ): Promise<FoundLink<K> | undefined> => {
    const token = hash && (await store.oneTimeToken(kind, hash, isoTime(now())));
    if (!hash || !token || token.uid === null) return undefined;
    return { hash, uid: token.uid, body: parseBody(kind, token.body), expiresAt: token.expiresAt };
  };
  return {
    create: (kind, uid, body, within = store) =>
      createOneTimeLink({ store: within, now, origin }, kind, uid, body),
    async createWithCode(kind, uid, body) {
      const code = String(randomInt(10 ** EMAIL_CODE_DIGITS)).padStart(EMAIL_CODE_DIGITS, '0');
      const hash = codeHash(kind, uid, code);
      const expiresAt = isoTime(now() + KINDS[kind].lifetimeMs);
      await store.putOneTimeToken({ kind, hash, uid, body: JSON.stringify(body), expiresAt });
      return { link: await createOneTimeLink({ store, now, origin }, kind, uid, body), code };
    },
    async find(kind, secret) {
      const found = await findByHash(kind, hashIfSecret(secret));
      if (!found) throw new CallError('link-expired');
      return found;
    },
    findByCode: (kind, uid, code) => findByHash(kind, codeHash(kind, uid, code)),
  };
}
