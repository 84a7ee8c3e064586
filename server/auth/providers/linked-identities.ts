import * as v from 'valibot';
import type { Id } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { providerSchema } from '#domain/protocol/provider-calls.ts';
import type { ProviderId } from '#domain/protocol/providers.ts';
import type { Credential, CredentialName, Store } from '../../store/ports/store.ts';

const bodySchema = v.object({ provider: providerSchema, issuer: v.string() });

/** `subject`: issuer and subject. */
export function credentialName(subject: string): CredentialName {
  return { kind: 'provider', key: subject };
}

/** The e-mail plays no part (decision 0013). */
export function identityCredential(
  { provider, issuer, subject }: { provider: ProviderId; issuer: string; subject: string },
  uid: Id,
  createdAt: string,
): Credential {
  return { ...credentialName(subject), uid, body: JSON.stringify({ provider, issuer }), createdAt };
}

export function providerOf({ body }: Credential): ProviderId {
  return v.parse(bodySchema, JSON.parse(body)).provider;
}

export async function accountOfIdentity(store: Store, subject: string): Promise<Account | undefined> {
  const identity = await store.credential('provider', subject);
  return identity && store.accountByUid(identity.uid);
}
