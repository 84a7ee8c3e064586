import { randomBytes, randomInt } from 'node:crypto';
import * as v from 'valibot';
import { type Id, makeId } from '#domain/ids.ts';
import { EMAIL_CODE_DIGITS } from '#domain/limits.ts';
import { LINK_SECRET_BYTES } from '#domain/links/link-fields.ts';
import type { PagePath } from '#domain/pages/pages.ts';
import type { MailedLinkKind } from '#domain/protocol/email-calls.ts';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import { RATE_LIMITS } from '../../load-limits/limit-numbers.ts';
import { LIFETIMES } from '../../server-limits.ts';
import type { OneTimeTokenStore, Transaction } from '../../store/ports/store.ts';
import type { CoreContext } from '../core/core-context.ts';
import { hashIfSecret, hashOf } from '../core/sessions/secret.ts';

/** Lifetime in ms, the page that opens, and the data stored with the token. */
const KINDS = {
  recovery: {
    lifetimeMs: LIFETIMES.recoveryLink,
    page: '/recover',
    /**
     * `isByHost`: handed over by the operator, so it verifies no e-mail. `withoutPasskey`: turns the passkey
     * requirement off.
     */
    body: v.object({
      emailKey: v.string(),
      isByHost: v.boolean(),
      withoutPasskey: v.optional(v.boolean()),
    }),
  },
  'verify-email': {
    lifetimeMs: LIFETIMES.verificationLink,
    page: '/verify-email',
    body: v.object({ emailKey: v.string() }),
  },
  'change-email': {
    lifetimeMs: LIFETIMES.changeEmailLink,
    page: '/confirm-email',
    body: v.object({ email: v.string(), emailKey: v.string() }),
  },
  'undo-email': {
    lifetimeMs: LIFETIMES.undoEmail,
    page: '/undo-email',
    /** The address to restore, and the account before the change. */
    body: v.object({
      email: v.string(),
      emailKey: v.string(),
      verifiedAt: v.string(),
      changedAt: v.string(),
      passwordHash: v.nullable(v.string()),
      /** Passwords that sessions replaced in the week before. */
      formerHashes: v.optional(v.array(v.string()), []),
    }),
  },
  /** Handed over by the operator; belongs to no account yet. */
  invitation: { lifetimeMs: LIFETIMES.hostInvitation, page: '/register', body: v.object({}) },
} as const satisfies Record<
  MailedLinkKind | 'invitation',
  { lifetimeMs: number; page: PagePath; body: v.GenericSchema }
>;

type LinkKind = keyof typeof KINDS;
export type LinkBody<K extends LinkKind> = v.InferOutput<(typeof KINDS)[K]['body']>;

export function parseBody<K extends LinkKind>(kind: K, body: string): LinkBody<K> {
  return v.parse(KINDS[kind].body, JSON.parse(body)) as LinkBody<K>;
}

/** Their mails carry a code too. */
type CodeKind = 'verify-email' | 'change-email' | 'recovery';

/** `hash`: of its secret or code. */
export interface FoundLink<K extends LinkKind> {
  hash: string;
  uid: Id;
  body: LinkBody<K>;
  expiresAt: string;
}

interface LinkDependencies {
  store: OneTimeTokenStore | Transaction;
  now: () => number;
  /** Never from a request (no host header injection). */
  origin: () => string;
}

/** The secret is in the fragment, which browsers send to no server and in no Referer. */
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

/** `of`: the account or the asking device's secret, so that the code opens nothing elsewhere. */
function codeHash(kind: CodeKind, of: string, code: string): string {
  return hashOf(`${kind} ${of} ${code}`);
}

/** Single use; only the hash of the secret is stored. */
export type OneTimeLinks = ReturnType<typeof createOneTimeLinks>;

export function createOneTimeLinks(store: OneTimeTokenStore, now: () => number, origin: () => string) {
  const findByHash = async <K extends LinkKind>(
    kind: K,
    hash: string | undefined,
  ): Promise<FoundLink<K> | undefined> => {
    const token = hash && (await store.oneTimeToken(kind, hash, isoTime(now())));
    if (!hash || !token || token.uid === null) return undefined;
    return { hash, uid: token.uid, body: parseBody(kind, token.body), expiresAt: token.expiresAt };
  };
  return {
    /** `within`: a transaction that the link is part of. */
    create: <K extends LinkKind>(
      kind: K,
      uid: Id,
      body: LinkBody<K>,
      within: LinkDependencies['store'] = store,
    ) => createOneTimeLink({ store: within, now, origin }, kind, uid, body),
    /** The code works within a session of the account, or on the device that knows the secret `of`. */
    async createWithCode<K extends CodeKind>(kind: K, uid: Id, body: LinkBody<K>, of: string = uid) {
      const code = String(randomInt(10 ** EMAIL_CODE_DIGITS)).padStart(EMAIL_CODE_DIGITS, '0');
      const expiresAt = isoTime(now() + KINDS[kind].lifetimeMs);
      const hash = codeHash(kind, of, code);
      await store.putOneTimeToken({ kind, hash, uid, body: JSON.stringify(body), expiresAt });
      return { link: await createOneTimeLink({ store, now, origin }, kind, uid, body), code };
    },
    /** Not used up: that happens with the change it allows. Throws 'link-expired'. */
    async find<K extends LinkKind>(kind: K, secret: string): Promise<FoundLink<K>> {
      const found = await findByHash(kind, hashIfSecret(secret));
      if (!found) throw new CallError('link-expired');
      return found;
    },
    /** Like `find`, by the mail's code; undefined if there is none. */
    findByCode: <K extends CodeKind>(kind: K, of: string, code: string) =>
      findByHash(kind, codeHash(kind, of, code)),
  };
}

const BY_CODE = new RegExp(`^([\\w-]{43})\\.(\\d{${EMAIL_CODE_DIGITS}})$`);

/**
 * By a link's secret, or a request and code; not used up. Throws 'link-expired', 'code-refused' and
 * 'too-many-requests'.
 */
export async function findRecovery(
  { links, limits }: CoreContext & { links: OneTimeLinks },
  token: string,
): Promise<FoundLink<'recovery'>> {
  const [, request, code] = BY_CODE.exec(token) ?? [];
  if (request === undefined || code === undefined) return links.find('recovery', token);
  await limits.count('recovery-code', request, RATE_LIMITS.mailedCodes);
  const found = await links.findByCode('recovery', request, code);
  if (!found) throw new CallError('code-refused');
  return found;
}
