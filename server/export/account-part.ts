import * as v from 'valibot';
import type { Account } from '#domain/protocol/calls.ts';
import type { Export } from '#domain/protocol/export.ts';
import { isoTime } from '#domain/time.ts';
import { TRUSTED_BROWSER_MS } from '../auth/port.ts';
import type { Credential, ListedOneTimeToken, WaitingNotice } from '../store/port.ts';
import type { ExportContext } from './gather.ts';

type AccountPart = Omit<Export, 'format' | 'exportedAt' | 'profile' | 'children' | 'visits'>;

/** What is known of the account itself, and what waits to be told: names and times, nothing that could open it. */
export async function accountPart({ store, now }: ExportContext, account: Account): Promise<AccountPart> {
  const { uid, household } = account;
  const at = isoTime(now());
  const [stored, sessions, passkeys, providers, codes, tickets, notices] = await Promise.all([
    store.accountByUid(uid),
    store.sessionsOf(uid, at),
    store.credentialsOf(uid, 'passkey'),
    store.credentialsOf(uid, 'provider'),
    store.credentialsOf(uid, 'recovery-code'),
    store.oneTimeTokensOf(uid, ['known-device', 'change-email'], at),
    store.waitingNotices(household),
  ]);
  return {
    account: {
      email: stored?.email ?? account.email,
      emailVerifiedAt: stored?.emailVerifiedAt ?? null,
      newEmail: newEmailIn(tickets),
      hasPassword: stored?.passwordHash != null,
      passkeyRequiredSince: stored?.passkeyRequiredAt ?? null,
      recoveryCodes: codes.length,
    },
    devices: sessions.map(({ name, createdAt, seenAt }) => ({ name, createdAt, seenAt })),
    knownBrowsers: tickets.filter(({ kind }) => kind === 'known-device').map(known),
    passkeys: passkeys.map(passkey),
    providers: providers.map(service),
    notices: notices.map(exportedNotice),
  };
}

const changeSchema = v.object({ email: v.string() });

function newEmailIn(tickets: readonly ListedOneTimeToken[]): string | null {
  const change = tickets.find(({ kind }) => kind === 'change-email');
  const body = v.safeParse(changeSchema, JSON.parse(change?.body ?? 'null'));
  return body.success ? body.output.email : null;
}

function known({ expiresAt }: ListedOneTimeToken): AccountPart['knownBrowsers'][number] {
  return { since: isoTime(Date.parse(expiresAt) - TRUSTED_BROWSER_MS), until: expiresAt };
}

const passkeySchema = v.object({
  name: v.fallback(v.string(), ''),
  usedAt: v.fallback(v.nullable(v.string()), null),
  synced: v.fallback(v.boolean(), false),
});

function passkey({ body, createdAt }: Credential): AccountPart['passkeys'][number] {
  const { name, usedAt, synced } = v.parse(passkeySchema, JSON.parse(body));
  return { name, createdAt, usedAt, synced };
}

const serviceSchema = v.object({ provider: v.fallback(v.string(), '') });

function service({ body, createdAt }: Credential): AccountPart['providers'][number] {
  return { name: v.parse(serviceSchema, JSON.parse(body)).provider, createdAt };
}

function exportedNotice({ notice, dueAt }: WaitingNotice): AccountPart['notices'][number] {
  const { recipient, name, status, at } = notice;
  return { to: recipient, name, status, at, dueAt };
}
