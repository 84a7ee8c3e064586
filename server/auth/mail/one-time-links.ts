import { randomBytes, randomInt } from 'node:crypto';
import { type Id, makeId } from '#domain/ids.ts';
import { EMAIL_CODE_DIGITS } from '#domain/limits.ts';
import { LINK_SECRET_BYTES } from '#domain/links/fields.ts';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import { RATES } from '../../limits.ts';
import type { OneTimeTokenStore } from '../../store/ports/store.ts';
import type { CoreContext } from '../core/core-context.ts';
import { hashIfSecret, hashOf } from '../core/sessions/secret.ts';
import { KINDS, type LinkBody, type LinkKind, parseBody } from './link-kinds.ts';

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
  const secret = makeId(randomBytes(LINK_SECRET_BYTES));
  const expiresAt = isoTime(now() + lifetimeMs);
  await store.putOneTimeToken({ kind, hash: hashOf(secret), uid, body: JSON.stringify(body), expiresAt });
  return `${origin()}${page}#${secret}`;
}

/**
 * The hash of a code belongs to an account, so that it opens nothing in another one, or to the secret of the device that
 * asked for it, so that it opens nothing elsewhere.
 */
function codeHash(kind: CodeKind | 'recovery', of: string, code: string): string {
  return hashOf(`${kind} ${of} ${code}`);
}

type TokenStore = Pick<OneTimeTokenStore, 'putOneTimeToken' | 'oneTimeToken'>;

/** Links in mails that work once. Only the hash of their secret is stored. */
export type OneTimeLinks = ReturnType<typeof createOneTimeLinks>;

export function createOneTimeLinks(store: TokenStore, now: () => number, origin: () => string) {
  const findByHash = async <K extends LinkKind>(
    kind: K,
    hash: string | undefined,
  ): Promise<FoundLink<K> | undefined> => {
    const token = hash && (await store.oneTimeToken(kind, hash, isoTime(now())));
    if (!hash || !token || token.uid === null) return undefined;
    return { hash, uid: token.uid, body: parseBody(kind, token.body), expiresAt: token.expiresAt };
  };
  const createBoth = async <K extends CodeKind | 'recovery'>(
    kind: K,
    uid: Id,
    body: LinkBody<K>,
    of: string,
  ): Promise<LinkWithCode> => {
    const code = String(randomInt(10 ** EMAIL_CODE_DIGITS)).padStart(EMAIL_CODE_DIGITS, '0');
    const expiresAt = isoTime(now() + KINDS[kind].lifetimeMs);
    const hash = codeHash(kind, of, code);
    await store.putOneTimeToken({ kind, hash, uid, body: JSON.stringify(body), expiresAt });
    return { link: await createOneTimeLink({ store, now, origin }, kind, uid, body), code };
  };
  return {
    /** `within`: a transaction that the link is part of. */
    create: <K extends LinkKind>(
      kind: K,
      uid: Id,
      body: LinkBody<K>,
      within: LinkDependencies['store'] = store,
    ) => createOneTimeLink({ store: within, now, origin }, kind, uid, body),
    /** Creates a link, and a code that does the same within a session of the account. */
    createWithCode: <K extends CodeKind>(kind: K, uid: Id, body: LinkBody<K>) =>
      createBoth(kind, uid, body, uid),
    /** Creates a recovery link, and a code that does the same on the device that knows `request`. */
    createRecovery: (uid: Id, body: LinkBody<'recovery'>, request: string) =>
      createBoth('recovery', uid, body, request),
    /** Finds a link without using it up, which happens together with the change it allows. Throws 'link-expired'. */
    async find<K extends LinkKind>(kind: K, secret: string): Promise<FoundLink<K>> {
      const found = await findByHash(kind, hashIfSecret(secret));
      if (!found) throw new CallError('link-expired');
      return found;
    },
    /** Like `find`, by the code of the same mail. Returns undefined if the account has no such code of this kind. */
    findByCode: <K extends CodeKind>(kind: K, uid: Id, code: string) =>
      findByHash(kind, codeHash(kind, uid, code)),
    /** Like `find`, by a recovery's request and code. Returns undefined if there is no such code. */
    findRecovery: (request: string, code: string) =>
      findByHash('recovery', codeHash('recovery', request, code)),
  };
}

const BY_CODE = new RegExp(`^([\\w-]{43})\\.(\\d{${EMAIL_CODE_DIGITS}})$`);

/**
 * Finds a recovery by the secret of its link, or by its request and code, without using it up. Throws 'link-expired',
 * 'code-refused' and 'too-many-requests'.
 */
export async function findRecovery(
  { links, limits }: Pick<CoreContext, 'limits'> & { links: OneTimeLinks },
  token: string,
): Promise<FoundLink<'recovery'>> {
  const [, request, code] = BY_CODE.exec(token) ?? [];
  if (request === undefined || code === undefined) return links.find('recovery', token);
  await limits.count('recovery-code', request, RATES.mailedCodes);
  const found = await links.findRecovery(request, code);
  if (!found) throw new CallError('code-refused');
  return found;
}
