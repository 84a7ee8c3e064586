import type { Id } from '#domain/ids.ts';

/**
 * Passkeys, external identities and recovery codes: the sign-in methods beside the password. Each call is one transaction,
 * durable when it resolves; changes of one account are serialized, also between instances.
 */
export interface CredentialStore {
  /**
   * Adds a credential, which belongs to one account. Returns 'taken' if any account has it, 'limit-reached' if the account
   * has as many of the kind as it may, and 'no-account' if the account was deleted or the adding session has ended.
   */
  addCredential(
    credential: Credential,
    limits?: AddCredentialLimits,
  ): Promise<'added' | 'taken' | 'no-account' | 'limit-reached'>;
  credential(kind: CredentialKind, key: string): Promise<Credential | undefined>;
  /** Lists the credentials of a kind in the order in which they were added. */
  credentialsOf(uid: Id, kind: CredentialKind): Promise<Credential[]>;
  /** Compare-and-swap of the body: returns false without any change if it is not `former` any more. */
  updateCredential(kind: CredentialKind, key: string, former: string, body: string): Promise<boolean>;
  /**
   * Removes credentials by their keys. Returns true if any existed; of several concurrent callers one removes it. `check`
   * gets the sign-in methods that would remain, in the same transaction; if it throws, nothing is removed.
   */
  removeCredentials(
    uid: Id,
    kind: CredentialKind,
    keys: readonly string[],
    check?: (remaining: SignInMethods) => void,
  ): Promise<boolean>;
  /**
   * Replaces all credentials of a kind; of several concurrent callers the last one wins. Returns false without any change
   * if the account was deleted or the session, if one is given, has ended.
   */
  replaceCredentials(
    uid: Id,
    kind: CredentialKind,
    credentials: readonly Credential[],
    session?: string,
  ): Promise<boolean>;
}

/** 'provider' is an external identity: an account at a service that signs in here. */
export type CredentialKind = 'passkey' | 'provider' | 'recovery-code';

export interface CredentialName {
  kind: CredentialKind;
  /** Unique within its kind: a passkey's id, a provider's name and subject, the hash of a code. */
  key: string;
}

export interface Credential extends CredentialName {
  uid: Id;
  /** JSON that only the code of its kind understands. */
  body: string;
  createdAt: string;
}

interface AddCredentialLimits {
  /** The hash of the session that adds the credential, which must be active. */
  session?: string;
  /** The number of credentials of the kind that an account may have. */
  max?: number;
}

/** The ways to sign in to an account: the hash of its password, if it has one, and the number of the others. */
export interface SignInMethods {
  passwordHash: string | null;
  passkeyRequiredAt: string | null;
  passkeys: number;
  providers: number;
}
