import { isoTime } from '#domain/time.ts';
import type { Credential, CredentialStore, StoredAccount } from '../../store/ports/store.ts';
import type { LinkBody } from '../mail/link-kinds.ts';
import { UNDO_MS } from '../port.ts';
import { CREDENTIAL_KINDS } from './claim-account.ts';
import { type StoredMethod, toMethods } from './recoverable-methods.ts';

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
  const doubtedFrom = isoTime(Date.parse(changedAt) - UNDO_MS);
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
