import type { FastifyRequest } from 'fastify';
import { maskedEmail } from '#domain/names.ts';
import type { RecoverableMethod } from '#domain/protocol/email-calls.ts';
import { isoTime } from '#domain/time.ts';
import { CallError } from '../../http/call-error.ts';
import type { Handlers } from '../../http/register-call.ts';
import { accountKey } from '../../load-limits/load-limits.ts';
import { LIFETIMES } from '../../server-limits.ts';
import type { AccountChange, Credential, StoredAccount } from '../../store/ports/store.ts';
import type { AuthContext } from '../auth-context.ts';
import { finishSignIn } from '../core/finish-sign-in.ts';
import { hashOf } from '../core/sessions/secret.ts';
import { hasSessionOf } from '../core/sessions/sessions.ts';
import { type FoundLink, findRecovery, type LinkBody } from '../mail/one-time-links.ts';
import { parsePasskey } from '../passkeys/stored-passkey.ts';
import { providerOf } from '../providers/linked-identities.ts';
import { writeEmail } from './account-email.ts';
import { CREDENTIAL_KINDS, newPassword } from './new-password.ts';

export const recoveryHandlers = (context: AuthContext): Handlers => ({
  /** The reply does not reveal if there is such an account. */
  async askRecovery({ email, request: of }, request, reply) {
    context.mail.require();
    await context.limits.countAddress(request);
    context.mail.sendRecovery(email, of, reply);
    return {};
  },
  /** Ends all sessions, and doubted methods unless kept; a required passkey is still asked for. */
  async recover({ token, password, keep }, request, reply) {
    const { store, now, limits, sessions, passwords, mail, events } = context;
    await limits.countAddress(request);
    // First, so that an invalid link causes no hashing.
    const { hash, uid, body } = await findRecovery(context, token);
    events.about(request, uid);
    const found = await store.accountByUid(uid);
    const kept = found ? keptKeys(await recoverableMethods(context, found, body), keep) : [];
    const passwordHash = await passwords.hash(password);
    const at = isoTime(now());
    const redeemed = await store.redeemOneTimeToken('recovery', hash, at, (account) =>
      accountChange(account, body, { passwordHash, kept, at }),
    );
    if (!redeemed) throw new CallError('link-expired');
    const { account, ended } = redeemed;
    sessions.notifyEnded(ended);
    mail.sendSecurityNotice('passwordChanged', account, reply);
    return finishSignIn(context, account, reply, { passwordHash });
  },
  /**
   * Needs the previous mailbox and a session or recent password, since no thief has both. Throws
   * 'link-expired', 'reauthentication-needed', 'invalid-credentials' and 'email-taken'.
   */
  async undoEmailChange({ token, password, former, keep }, request, reply) {
    const { store, limits, links, passwords, sessions, mail, events } = context;
    await limits.countAddress(request);
    const link = await links.find('undo-email', token);
    events.about(request, link.uid);
    await authenticate(context, link, former, request);
    const account = await store.accountByUid(link.uid);
    if (!account) throw new CallError('link-expired');
    const passwordHash = await passwords.hash(password);
    sessions.notifyEnded(await undo(context, account, link, { passwordHash, keep }));
    const restored = { ...account, email: link.body.email };
    mail.sendSecurityNotice('addressRestored', account, reply);
    mail.sendSecurityNotice('passwordChanged', restored, reply);
    return finishSignIn(context, restored, reply, { passwordHash });
  },
  /** Does not use the link up. Throws 'link-expired' and 'code-refused'. */
  async mailedLink({ kind, token }, request) {
    const { store, limits, links, sessions } = context;
    await limits.countAddress(request);
    const { uid, body } =
      kind === 'recovery' ? await findRecovery(context, token) : await links.find(kind, token);
    const account = await store.accountByUid(uid);
    if (!account) throw new CallError('link-expired');
    const isSignedIn = await hasSessionOf(sessions, uid, request);
    const shown = { email: maskedEmail(account.email), isSignedIn };
    const about = { ...shown, methods: [], endsAll: false, takesFormer: false };
    if ('changedAt' in body) {
      const { methods } = await undoableMethods(context, account, body);
      const takesFormer = formerHashesIn(body).length > 0;
      const username = isSignedIn && { username: body.email };
      return { ...about, ...username, methods: methods.map(({ method }) => method), takesFormer };
    }
    if ('isByHost' in body) return { ...about, ...(await describeRecovery(context, account, body)) };
    const isClaimable = kind === 'verify-email' && account.emailVerifiedAt === null;
    const isOfAddress = account.emailKey === body.emailKey;
    return { ...about, ...(isClaimable && isOfAddress && { username: account.email }) };
  },
});

async function describeRecovery(context: AuthContext, account: StoredAccount, body: LinkBody<'recovery'>) {
  // The recovery would throw too, but only after a password is typed.
  if (account.emailKey !== body.emailKey) throw new CallError('link-expired');
  const stored = await recoverableMethods(context, account, body);
  const endsAll = account.emailVerifiedAt === null;
  return {
    username: account.email,
    methods: endsAll ? [] : stored.map(({ method }) => method),
    endsAll: endsAll && stored.length > 0,
  };
}

/** Throws 'link-expired' if the address has changed since the mail. */
function accountChange(
  account: StoredAccount,
  link: LinkBody<'recovery'>,
  { passwordHash, kept, at }: { passwordHash: string; kept: readonly string[]; at: string },
): AccountChange {
  const { emailKey, emailVerifiedAt } = account;
  if (emailKey !== link.emailKey) throw new CallError('link-expired');
  const { isByHost, withoutPasskey = false } = link;
  const leavesPasskey = keepsPasskey(account, link);
  return {
    password: newPassword(passwordHash),
    withoutPasskey,
    removes: {
      kinds: leavesPasskey ? ['provider'] : CREDENTIAL_KINDS,
      // Account pre-hijacking: nobody who registered another's address may keep a credential or session.
      except: emailVerifiedAt === null ? [] : kept,
    },
    // While a passkey is required, reading the mail does not prove that the account is theirs.
    ...(!isByHost && !leavesPasskey && { emailVerifiedAt: emailVerifiedAt ?? at }),
  };
}

interface StoredMethod {
  method: RecoverableMethod;
  keys: readonly string[];
}

/** No mail skips a required passkey and its codes. */
function keepsPasskey(account: StoredAccount, { withoutPasskey }: LinkBody<'recovery'>): boolean {
  return account.passkeyRequiredAt !== null && !withoutPasskey;
}

async function recoverableMethods(
  { store }: AuthContext,
  account: StoredAccount,
  link: LinkBody<'recovery'>,
): Promise<StoredMethod[]> {
  const kinds = keepsPasskey(account, link) ? (['provider'] as const) : CREDENTIAL_KINDS;
  const found = await Promise.all(kinds.map((kind) => store.credentialsOf(account.uid, kind)));
  const { emailVerifiedAt } = account;
  const isDoubted = ({ createdAt }: Credential) => emailVerifiedAt === null || createdAt < emailVerifiedAt;
  return found.flatMap((credentials) => toMethods(credentials, isDoubted));
}

/** Without `keep`, from an older page, undoubted methods stay. */
function keptKeys(methods: readonly StoredMethod[], keep: readonly string[] | undefined): string[] {
  const isKept = ({ id, endsUnlessKept }: RecoverableMethod) => (keep ? keep.includes(id) : !endsUnlessKept);
  return methods.flatMap(({ method, keys }) => (isKept(method) ? keys : []));
}

/** `isDoubted`: somebody else may have added it. Recovery codes are one method. */
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

/**
 * `methods`: those of the week before the change may be a thief's; later ones always end. `untouched`: not offered,
 * since no mail may bypass a required passkey. `isRequired`: it and what meets it are older than that week.
 */
async function undoableMethods(
  { store }: AuthContext,
  account: StoredAccount,
  { changedAt }: LinkBody<'undo-email'>,
) {
  const doubtedFrom = isoTime(Date.parse(changedAt) - LIFETIMES.undoEmail);
  const isDoubted = ({ createdAt }: Credential) => createdAt >= doubtedFrom;
  const found = await Promise.all(CREDENTIAL_KINDS.map((kind) => store.credentialsOf(account.uid, kind)));
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

/** By a session, or a password that the account had within the week before the change. */
async function authenticate(
  { sessions, limits, passwords }: AuthContext,
  { uid, body }: FoundLink<'undo-email'>,
  former: string | undefined,
  request: FastifyRequest,
): Promise<void> {
  if (await hasSessionOf(sessions, uid, request)) return;
  const hashes = formerHashesIn(body);
  if (former === undefined || hashes.length === 0) throw new CallError('reauthentication-needed');
  const counted = await limits.countAttempt(request, accountKey(body.email));
  for (const hash of hashes) if ((await passwords.check(former, hash)).matches) return limits.reset(counted);
  throw new CallError('invalid-credentials');
}

/** The account's at the change, and those replaced in the week before. */
function formerHashesIn({ passwordHash, formerHashes }: LinkBody<'undo-email'>): string[] {
  return [...(passwordHash === null ? [] : [passwordHash]), ...formerHashes];
}

/** Resolves to the hashes of the ended sessions. */
async function undo(
  context: AuthContext,
  account: StoredAccount,
  { hash, body, expiresAt }: FoundLink<'undo-email'>,
  { passwordHash, keep }: { passwordHash: string; keep: readonly string[] | undefined },
): Promise<string[]> {
  const { email, emailKey, verifiedAt } = body;
  const at = isoTime(context.now());
  const { methods, untouched, isRequired } = await undoableMethods(context, account, body);
  const except = [...keptKeys(methods, keep), ...untouched];
  return context.store.transact(account.household, async (transaction) => {
    await writeEmail(transaction, account, { email, emailKey, verifiedAt }, at);
    if (!(await transaction.consumeOneTimeToken('undo-email', hash, at))) throw new CallError('link-expired');
    const changed = await transaction.changeAccount(account.uid, (present) => ({
      password: newPassword(passwordHash),
      withoutPasskey: !isRequired(present),
      removes: { kinds: CREDENTIAL_KINDS, except },
      revokes: ['verify-email'],
      // A later change's undo would restore the thief's address; an earlier one's is still the parent's.
      revokesLater: { kind: 'undo-email', expiresAt },
    }));
    return changed?.ended ?? [];
  });
}
