import * as v from 'valibot';
import type { PagePath } from '#domain/pages/pages.ts';
import type { MailedLinkKind } from '#domain/protocol/email-calls.ts';
import { LIFETIMES } from '../../limits.ts';

/** The kinds of mailed links: lifetime in ms, the page that the link opens, and the data stored with its token. */
export const KINDS = {
  recovery: {
    lifetimeMs: LIFETIMES.recoveryLink,
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
  invitation: { lifetimeMs: LIFETIMES.hostInvitation, page: '/register', body: v.object({}) },
} as const satisfies Record<
  MailedLinkKind | 'invitation',
  { lifetimeMs: number; page: PagePath; body: v.GenericSchema }
>;

export type LinkKind = keyof typeof KINDS;
export type LinkBody<K extends LinkKind> = v.InferOutput<(typeof KINDS)[K]['body']>;

/** Parses the stored body of a link of a kind. */
export function parseBody<K extends LinkKind>(kind: K, body: string): LinkBody<K> {
  return v.parse(KINDS[kind].body, JSON.parse(body)) as LinkBody<K>;
}
