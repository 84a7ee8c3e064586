import type { RecoverableMethod } from '#domain/protocol/email-calls.ts';
import type { Credential, CredentialStore, StoredAccount } from '../../store/port.ts';
import type { LinkBody } from '../mail/one-time-links.ts';
import { parsePasskey } from '../passkeys/stored-passkey.ts';
import { providerOf } from '../providers/linked-identities.ts';
import { hashOf } from '../sessions/secret.ts';
import { CREDENTIAL_KINDS } from './claim-account.ts';

/** A sign-in method that a recovery may end, with the keys of its credentials. */
interface StoredMethod {
  method: RecoverableMethod;
  keys: readonly string[];
}

/** True if a recovery leaves required passkeys and their codes alone: no mail skips them. */
export function keepsPasskey(account: StoredAccount, { withoutPasskey }: LinkBody<'recovery'>): boolean {
  return account.passkeyRequiredAt !== null && !withoutPasskey;
}

/** Lists the sign-in methods that a recovery by this link may end. */
export async function recoverableMethods(
  store: Pick<CredentialStore, 'credentialsOf'>,
  account: StoredAccount,
  link: LinkBody<'recovery'>,
): Promise<StoredMethod[]> {
  const kinds = keepsPasskey(account, link) ? (['provider'] as const) : CREDENTIAL_KINDS;
  const found = await Promise.all(kinds.map((kind) => store.credentialsOf(account.uid, kind)));
  return found.flatMap((credentials) => toMethods(credentials, account.emailVerifiedAt));
}

/**
 * Returns the keys of the credentials that stay: those of the methods in `keep`, or without it, as from an older page,
 * those added since the address was verified.
 */
export function keptKeys(methods: readonly StoredMethod[], keep: readonly string[] | undefined): string[] {
  const isKept = ({ id, isOlder }: RecoverableMethod) => (keep ? keep.includes(id) : !isOlder);
  return methods.flatMap(({ method, keys }) => (isKept(method) ? keys : []));
}

/** Recovery codes are one method together. */
function toMethods(credentials: readonly Credential[], verifiedAt: string | null): StoredMethod[] {
  const [first] = credentials;
  const isOlder = ({ createdAt }: Credential) => verifiedAt === null || createdAt < verifiedAt;
  if (first?.kind === 'recovery-code') {
    const { kind, createdAt } = first;
    const method = { id: kind, kind, name: '', createdAt, isOlder: isOlder(first) };
    return [{ method, keys: credentials.map(({ key }) => key) }];
  }
  return credentials.map((credential) => {
    const { kind, key, createdAt } = credential;
    const name = kind === 'passkey' ? parsePasskey(credential).name : providerOf(credential);
    return { method: { id: hashOf(key), kind, name, createdAt, isOlder: isOlder(credential) }, keys: [key] };
  });
}
