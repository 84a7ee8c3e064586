import * as v from 'valibot';
import type { Id } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { providerSchema } from '#domain/protocol/provider-calls.ts';
import type { ProviderId } from '#domain/protocol/providers.ts';
import type { Credential, CredentialName, Store } from '../../store/ports/store.ts';

const bodySchema = v.object({ provider: providerSchema, issuer: v.string() });

/** Names the credential of an external identity. `subject` is issuer and subject. */
export function credentialName(subject: string): CredentialName {
  return { kind: 'provider', key: subject };
}

/** Creates the credential that connects an identity to an account; its e-mail plays no part (decision 0013). */
export function identityCredential(
  { provider, issuer, subject }: { provider: ProviderId; issuer: string; subject: string },
  uid: Id,
  createdAt: string,
): Credential {
  return { ...credentialName(subject), uid, body: JSON.stringify({ provider, issuer }), createdAt };
}

/** Returns the provider of an identity's credential. */
export function providerOf({ body }: Credential): ProviderId {
  return v.parse(bodySchema, JSON.parse(body)).provider;
}

/** Returns the account that an identity is connected to. `subject` is issuer and subject. */
export async function uidOfIdentity(store: Store, subject: string): Promise<Id | undefined> {
  return (await store.credential('provider', subject))?.uid;
}

/** Returns the account that an identity is connected to, as it can be signed in to. */
export async function accountOfIdentity(store: Store, subject: string): Promise<Account | undefined> {
  const uid = await uidOfIdentity(store, subject);
  return uid === undefined ? undefined : store.accountByUid(uid);
}

/** Lists the identities that are connected to an account. */
export async function listLinkedIdentities(store: Store, uid: Id) {
  const credentials = await store.credentialsOf(uid, 'provider');
  return credentials.map((one) => ({ key: one.key, since: one.createdAt, provider: providerOf(one) }));
}
