import * as v from 'valibot';
import { documentId } from '#domain/paths.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { isoTime } from '#domain/time.ts';
import { listActivity } from '../auth/endpoints/account-security.ts';
import { parseInvite } from '../parents/invites.ts';
import { LIFETIMES } from '../server-limits.ts';
import type { FollowRow, ListedOneTimeToken, StoredParent } from '../store/ports/store.ts';
import type { ExportContext, People } from './household-data.ts';

/** All but the children and visits, in the order of the file. */
export async function accountParts(context: ExportContext, account: Account, profile: People['profile']) {
  return {
    ...(await accountPart(context, account)),
    profile,
    ...(await parentsPart(context, account)),
    ...(await followingPart(context, account)),
  };
}

/** Without authentication secrets. */
async function accountPart({ store, now }: ExportContext, account: Account) {
  const { uid, household } = account;
  const at = isoTime(now());
  const [stored, sessions, passkeys, providers, codes, tokens, notices, activity] = await Promise.all([
    store.accountByUid(uid),
    store.sessionsOf(uid, at),
    store.credentialsOf(uid, 'passkey'),
    store.credentialsOf(uid, 'provider'),
    store.credentialsOf(uid, 'recovery-code'),
    store.oneTimeTokensOf(uid, ['known-device', 'change-email', 'undo-email'], at),
    store.waitingNotices(household),
    listActivity(store, uid, now()),
  ]);
  return {
    account: {
      email: stored?.email ?? account.email,
      emailVerifiedAt: stored?.emailVerifiedAt ?? null,
      newEmail: emailsIn(tokens, 'change-email')[0] ?? null,
      formerEmails: emailsIn(tokens, 'undo-email'),
      hasPassword: stored?.passwordHash != null,
      passkeyRequiredSince: stored?.passkeyRequiredAt ?? null,
      recoveryCodes: codes.length,
    },
    devices: sessions.map(({ name, createdAt, seenAt, toldSince }) => ({
      name,
      createdAt,
      seenAt,
      toldSince,
    })),
    knownBrowsers: tokens
      .filter(({ kind }) => kind === 'known-device')
      .map(({ expiresAt: until }) => ({
        since: isoTime(Date.parse(until) - LIFETIMES.trustedBrowser),
        until,
      })),
    passkeys: passkeys.map(({ body, createdAt }) => ({
      ...v.parse(passkeySchema, JSON.parse(body)),
      createdAt,
    })),
    providers: providers.map(({ body, createdAt }) => ({
      name: v.parse(providerSchema, JSON.parse(body)).provider,
      createdAt,
    })),
    notices: notices.map(({ notice: { recipient: to, name, status, at }, dueAt }) => ({
      to,
      name,
      status,
      at,
      dueAt,
    })),
    activity,
  };
}

const emailChangeSchema = v.object({ email: v.string() });

function emailsIn(tokens: readonly ListedOneTimeToken[], kind: 'change-email' | 'undo-email'): string[] {
  return tokens.flatMap((token) => {
    const body = v.safeParse(emailChangeSchema, token.kind === kind ? JSON.parse(token.body) : undefined);
    return body.success ? [body.output.email] : [];
  });
}

const passkeySchema = v.object({
  name: v.fallback(v.string(), ''),
  usedAt: v.fallback(v.nullable(v.string()), null),
  synced: v.fallback(v.boolean(), false),
});

const providerSchema = v.object({ provider: v.fallback(v.string(), '') });

/** Only names of the other parents' accounts. */
async function parentsPart({ store, now }: ExportContext, { household }: Account) {
  const [parents, invite] = await Promise.all([
    store.parentsOf(household),
    store.openInvite(household, isoTime(now())),
  ]);
  const by = parents.find(({ uid }) => uid === invite?.uid);
  return {
    parents: parents.map((one) => ({
      name: nameOf(one),
      since: one.profile.joinedAt ?? one.profile.createdAt,
    })),
    invitations:
      invite && by
        ? [{ madeAt: parseInvite(invite.body).madeAt, expiresAt: invite.expiresAt, by: nameOf(by) }]
        : [],
  };
}

/** Only names of other households. */
async function followingPart({ store }: ExportContext, { household }: Account) {
  const [followers, following] = await Promise.all([
    store.followersOf(household),
    store.followsOf(household),
  ]);
  return {
    followers: followers.map(({ visitor, name, parents, ...row }) => ({
      visitor: documentId(visitor),
      name,
      parents: parents.map((one) => one.name),
      ...timesOf(row),
    })),
    following: following.map(({ name, coming, ...row }) => ({
      name: row.agreedAt === null ? null : name,
      ...timesOf(row),
      coming,
    })),
  };
}

function timesOf({
  askedAt,
  agreedAt,
  linkMadeAt,
  refusedAt,
}: Omit<FollowRow, 'name' | 'visitor' | 'coming'>) {
  return { askedAt, agreedAt, linkMadeAt, refusedAt };
}

function nameOf({ profile }: StoredParent): string {
  return `${profile.firstName} ${profile.lastName}`;
}
