import type { FastifyRequest } from 'fastify';
import { maskedEmail } from '#domain/names.ts';
import type { MailedLink } from '#domain/protocol/email-calls.ts';
import { CallError } from '../../http/call-error.ts';
import type { Handlers } from '../../http/register-call.ts';
import type { StoredAccount } from '../../store/ports/store.ts';
import type { AuthContext } from '../auth-context.ts';
import { hasSessionOf } from '../core/sessions/sessions.ts';
import type { LinkBody } from '../mail/link-kinds.ts';
import { findRecovery } from '../mail/one-time-links.ts';
import { recoverableMethods, undoableMethods } from './recoverable-methods.ts';
import { formerHashesIn } from './undo-email-change.ts';

/** Says whose a mailed link is, to whoever holds its secret, and does not use it up. Throws 'link-expired' and 'code-refused'. */
export const mailedLinkCalls = (context: AuthContext): Handlers => ({
  async mailedLink({ kind, token }, request) {
    const { store, limits, links } = context;
    await limits.countAddress(request);
    const { uid, body } =
      kind === 'recovery' ? await findRecovery(context, token) : await links.find(kind, token);
    const account = await store.accountByUid(uid);
    if (!account) throw new CallError('link-expired');
    const about = await describe(context, account, request);
    if ('changedAt' in body) {
      const username = about.isSignedIn && { username: body.email };
      return { ...about, ...username, ...(await describeUndo(context, account, body)) };
    }
    if ('isByHost' in body) return { ...about, ...(await describeRecovery(context, account, body)) };
    const isClaimable = kind === 'verify-email' && account.emailVerifiedAt === null;
    const isOfAddress = account.emailKey === body.emailKey;
    return { ...about, ...(isClaimable && isOfAddress && { username: account.email }) };
  },
});

async function describe(
  { sessions }: AuthContext,
  { uid, email }: StoredAccount,
  request: FastifyRequest,
): Promise<MailedLink> {
  const isSignedIn = await hasSessionOf(sessions, uid, request);
  return { email: maskedEmail(email), isSignedIn, methods: [], endsAll: false, takesFormer: false };
}

async function describeUndo({ store }: AuthContext, account: StoredAccount, body: LinkBody<'undo-email'>) {
  const { methods } = await undoableMethods(store, account, body);
  return { methods: methods.map(({ method }) => method), takesFormer: formerHashesIn(body).length > 0 };
}

async function describeRecovery({ store }: AuthContext, account: StoredAccount, body: LinkBody<'recovery'>) {
  // Throws as the recovery would, before a password is typed.
  if (account.emailKey !== body.emailKey) throw new CallError('link-expired');
  const stored = await recoverableMethods(store, account, body);
  const endsAll = account.emailVerifiedAt === null;
  return {
    username: account.email,
    methods: endsAll ? [] : stored.map(({ method }) => method),
    endsAll: endsAll && stored.length > 0,
  };
}
