import * as v from 'valibot';
import type { Id } from '#domain/ids.ts';
import { providerSchema } from '#domain/protocol/provider-calls.ts';
import type { ProviderId } from '#domain/protocol/providers.ts';
import type { Credential, CredentialName, CredentialStore } from '../../store/port.ts';

const bodySchema = v.object({ provider: providerSchema, issuer: v.string() });

/** By what a connected account of a provider is known here. In: issuer and subject. */
export function credentialName(subject: string): CredentialName {
  return { kind: 'provider', key: subject };
}

/** How a provider's account becomes one way in to ours; its e-mail plays no part in it (decision 0013). */
export function identityCredential(
  { provider, issuer, subject }: { provider: ProviderId; issuer: string; subject: string },
  uid: Id,
  createdAt: string,
): Credential {
  return { ...credentialName(subject), uid, body: JSON.stringify({ provider, issuer }), createdAt };
}

/** Whose account a provider's account leads to. In: issuer and subject. */
export async function uidOfIdentity(
  store: Pick<CredentialStore, 'credential'>,
  subject: string,
): Promise<Id | undefined> {
  return (await store.credential('provider', subject))?.uid;
}

/** The services that an account is connected to, and since when. */
export async function listLinkedIdentities(
  store: Pick<CredentialStore, 'credentialsOf'>,
  uid: Id,
): Promise<{ key: string; provider: ProviderId; issuer: string; since: string }[]> {
  const credentials = await store.credentialsOf(uid, 'provider');
  return credentials.map(({ key, body, createdAt }) => ({
    key,
    since: createdAt,
    ...v.parse(bodySchema, JSON.parse(body)),
  }));
}
