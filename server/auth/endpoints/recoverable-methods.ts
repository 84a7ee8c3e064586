import type { RecoverableMethod } from '#domain/protocol/email-calls.ts';
import { isoTime } from '#domain/time.ts';
import { LIFETIMES } from '../../limits.ts';
import type { Credential, CredentialStore, StoredAccount } from '../../store/ports/store.ts';
import { hashOf } from '../core/sessions/secret.ts';
import type { LinkBody } from '../mail/link-kinds.ts';
import { parsePasskey } from '../passkeys/stored-passkey.ts';
import { providerOf } from '../providers/linked-identities.ts';
import { CREDENTIAL_KINDS } from './claim-account.ts';

/** A sign-in method that a recovery may end, with the keys of its credentials. */
export interface StoredMethod {
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
  const { emailVerifiedAt } = account;
  const isDoubted = ({ createdAt }: Credential) => emailVerifiedAt === null || createdAt < emailVerifiedAt;
  return found.flatMap((credentials) => toMethods(credentials, isDoubted));
}

/**
 * Returns the keys of the credentials that stay: those of the methods in `keep`, or without it, as from an older page,
 * those that are not doubted.
 */
export function keptKeys(methods: readonly StoredMethod[], keep: readonly string[] | undefined): string[] {
  const isKept = ({ id, endsUnlessKept }: RecoverableMethod) => (keep ? keep.includes(id) : !endsUnlessKept);
  return methods.flatMap(({ method, keys }) => (isKept(method) ? keys : []));
}

/** Makes methods of credentials of one kind; `isDoubted` if somebody else may have added one. Recovery codes are one together. */
function toMethods(
  credentials: readonly Credential[],
  isDoubted: (credential: Credential) => boolean,
): StoredMethod[] {
  const [first] = credentials;
  if (first?.kind === 'recovery-code') {
    const { kind, createdAt } = first;
    const method = { id: kind, kind, name: '', createdAt, endsUnlessKept: isDoubted(first) };
    return [{ method, keys: credentials.map(({ key }) => key) }];
  }
  return credentials.map((credential) => {
    const { kind, key, createdAt } = credential;
    const name = kind === 'passkey' ? parsePasskey(credential).name : providerOf(credential);
    const method = { id: hashOf(key), kind, name, createdAt, endsUnlessKept: isDoubted(credential) };
    return { method, keys: [key] };
  });
}

/** The effect of undoing a change of address on the sign-in methods. */
interface Undoable {
  /** Methods to keep or end. Those of the week before the change may be a thief's; what came after it always ends. */
  methods: StoredMethod[];
  /** The keys of what stays unasked: while a passkey is required, no mail skips it. */
  untouched: string[];
  /** True if the passkey requirement stands: it is older than that week, and so is something that meets it. */
  isRequired: (account: StoredAccount) => boolean;
}

/** Returns what undoing a change of address by this link does to the sign-in methods. */
export async function undoableMethods(
  { credentialsOf }: Pick<CredentialStore, 'credentialsOf'>,
  account: StoredAccount,
  { changedAt }: LinkBody<'undo-email'>,
): Promise<Undoable> {
  const doubtedFrom = isoTime(Date.parse(changedAt) - LIFETIMES.undoEmail);
  const isDoubted = ({ createdAt }: Credential) => createdAt >= doubtedFrom;
  const found = await Promise.all(CREDENTIAL_KINDS.map((kind) => credentialsOf(account.uid, kind)));
  const factors = found.flat().filter((one) => one.kind !== 'provider' && !isDoubted(one));
  const isRequired = ({ passkeyRequiredAt }: StoredAccount) =>
    passkeyRequiredAt !== null && passkeyRequiredAt < doubtedFrom && factors.length > 0;
  const untouched = isRequired(account) ? factors : [];
  const isAsked = (one: Credential) => one.createdAt < changedAt && !untouched.includes(one);
  return {
    methods: found.flatMap((credentials) => toMethods(credentials.filter(isAsked), isDoubted)),
    untouched: untouched.map(({ key }) => key),
    isRequired,
  };
}
