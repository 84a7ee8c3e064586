import * as v from 'valibot';
import type { Id } from '#domain/ids.ts';
import type { PagePath } from '#domain/pages/pages.ts';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import type { SignInStore } from '../../store/sign-in-port.ts';
import { hashIfSecret, hashOf, newSecret } from '../sessions/secret.ts';

const HOUR_MS = 60 * 60_000;

/** What the links of our mails are for: how long each works, the page that it opens, and what is kept for it. */
const KINDS = {
  recovery: {
    life: HOUR_MS,
    page: '/recover',
    /**
     * `isByHost`: handed over by whoever runs the server, so it proves nothing of the e-mail. `withoutPasskey`: they were
     * told that the passkey is lost, and it is required no longer.
     */
    body: v.object({
      emailKey: v.string(),
      isByHost: v.boolean(),
      withoutPasskey: v.optional(v.boolean()),
    }),
  },
  'verify-email': { life: 24 * HOUR_MS, page: '/verify-email', body: v.object({ emailKey: v.string() }) },
  'change-email': {
    life: 24 * HOUR_MS,
    page: '/confirm-email',
    body: v.object({ email: v.string(), emailKey: v.string() }),
  },
} as const satisfies Record<string, { life: number; page: PagePath; body: v.GenericSchema }>;

export type LinkKind = keyof typeof KINDS;
export type LinkBody<K extends LinkKind> = v.InferOutput<(typeof KINDS)[K]['body']>;

/** Links that work once. Only the hash of their secret is stored. */
export interface Links {
  make<K extends LinkKind>(kind: K, uid: Id, body: LinkBody<K>): Promise<string>;
  /** Does not use the link up: who does, does so together with what it is for. Throws 'link-expired' where it opens nothing. */
  look<K extends LinkKind>(kind: K, secret: string): Promise<FoundLink<K>>;
}

/** What a link is good for. The hash stands for its ticket. */
interface FoundLink<K extends LinkKind> {
  hash: string;
  uid: Id;
  body: LinkBody<K>;
}

/** Where a secret is kept, and what its link is made of. */
export interface LinkGround {
  store: Pick<SignInStore, 'putTicket'>;
  now: () => number;
  /** The origin that links lead to; no request chooses it. */
  origin: () => string;
}

/** Makes a link. The secret stands behind the #, which a browser sends to no server and in no Referer. */
export async function makeLink<K extends LinkKind>(
  { store, now, origin }: LinkGround,
  kind: K,
  uid: Id,
  body: LinkBody<K>,
): Promise<string> {
  const { life, page } = KINDS[kind];
  const secret = newSecret();
  const expiresAt = isoTime(now() + life);
  await store.putTicket({ kind, hash: hashOf(secret), uid, body: JSON.stringify(body), expiresAt });
  return `${origin()}${page}#${secret}`;
}

type TicketStore = Pick<SignInStore, 'putTicket' | 'ticket'>;

export function linksOf(store: TicketStore, now: () => number, origin: () => string): Links {
  return {
    make: (kind, uid, body) => makeLink({ store, now, origin }, kind, uid, body),
    async look<K extends LinkKind>(kind: K, secret: string) {
      const hash = hashIfSecret(secret);
      const ticket = hash && (await store.ticket(kind, hash, isoTime(now())));
      if (!ticket || ticket.uid === null) throw new CallError('link-expired');
      const body = v.parse(KINDS[kind].body, JSON.parse(ticket.body)) as LinkBody<K>;
      return { hash, uid: ticket.uid, body };
    },
  };
}
