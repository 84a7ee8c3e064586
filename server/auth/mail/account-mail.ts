import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PagePath } from '#domain/pages/pages.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { MailedLinkKind } from '#domain/protocol/email-calls.ts';
import { emailKey } from '#domain/protocol/registration.ts';
import type { Dependencies } from '../../dependencies.ts';
import { CallError } from '../../http/call-error.ts';
import { RATES } from '../../limits.ts';
import type { MethodNotice, ParentNotice } from '../../mail/translation.ts';
import type { StoredAccount } from '../../store/ports/store.ts';
import type { Limits } from '../core/limits/limits.ts';
import { MailWriter } from './mail-writer.ts';
import type { LinkWithCode, OneTimeLinks } from './one-time-links.ts';

type MailDependencies = Pick<Dependencies, 'config' | 'store' | 'log' | 'mailer'>;

/** Sends the mails about accounts, each after the reply to the request that caused it. */
export class AccountMail {
  readonly #store: Dependencies['store'];
  readonly #links: OneTimeLinks;
  readonly #writer: MailWriter;

  constructor(dependencies: MailDependencies, limits: Limits, links: OneTimeLinks, origin: () => string) {
    this.#store = dependencies.store;
    this.#links = links;
    this.#writer = new MailWriter(dependencies, limits, origin);
  }

  /** True if this host sends mail. */
  get isEnabled(): boolean {
    return this.#writer.isEnabled;
  }

  /** Throws 'sends-no-mail' if this host sends no mail. */
  require(): void {
    if (!this.isEnabled) throw new CallError('sends-no-mail');
  }

  /** Sends a link to choose a new password, with a code if the device sent a secret, if there is an account with this e-mail. */
  sendRecovery(email: string, of: string | undefined, request: FastifyRequest, reply: FastifyReply): void {
    this.#writer.afterReply(reply, async () => {
      const account = await this.#store.accountByEmail(emailKey(email));
      if (!account || !(await this.#isLinkAllowed('recovery', account.email))) return;
      const body = { emailKey: account.emailKey, isByHost: false };
      const target =
        of === undefined
          ? { link: await this.#links.create('recovery', account.uid, body) }
          : await this.#links.createRecovery(account.uid, body, of);
      await this.#writer.send('recovery', account, account.email, target, request);
    });
  }

  /** Sends a link and a code that verify the account's address. */
  sendVerification(account: Account, request: FastifyRequest, reply: FastifyReply): void {
    this.#writer.afterReply(reply, async () => {
      const { uid, email } = account;
      if (!(await this.#isLinkAllowed('verify-email', email))) return;
      const target = await this.#links.createWithCode('verify-email', uid, { emailKey: emailKey(email) });
      await this.#writer.send('verification', account, email, target, request);
    });
  }

  /** Creates a link to a new address; it voids the account's former one. Returns undefined beyond the address's limit. */
  async createChangeLink({ uid }: Account, email: string): Promise<LinkWithCode | undefined> {
    if (!(await this.#isLinkAllowed('change-email', email))) return undefined;
    await this.#store.revokeOneTimeTokens(uid, ['change-email']);
    return this.#links.createWithCode('change-email', uid, { email, emailKey: emailKey(email) });
  }

  /** Sends the link of `createChangeLink` to the new address, and a security notice to the present one. */
  sendChange(
    account: Account,
    email: string,
    target: LinkWithCode,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    this.#writer.afterReply(reply, async () => {
      await this.#writer.send('newAddress', account, email, target, request);
      await this.#writer.send('addressChanging', account, account.email, this.#home, request);
    });
  }

  /**
   * Tells the former address of a change, given the account before it, with the link that undoes the change. Without one
   * the address was never verified, and may be a stranger's.
   */
  sendAddressChanged(
    former: StoredAccount,
    link: string | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    this.#writer.afterReply(reply, () =>
      link === undefined
        ? this.#writer.send('unverifiedAddressChanged', former, former.email, this.#home, request)
        : this.#writer.send('addressChanged', former, former.email, { link }, request),
    );
  }

  /** Tells the address that an undone change had led to. */
  sendAddressRestored(account: Account, request: FastifyRequest, reply: FastifyReply): void {
    this.#writer.afterReply(reply, () =>
      this.#writer.send('addressRestored', account, account.email, this.#home, request),
    );
  }

  /** Sends a security notice that the password was changed. */
  sendPasswordChanged(account: Account, request: FastifyRequest, reply: FastifyReply): void {
    this.#writer.afterReply(reply, () =>
      this.#writer.send('passwordChanged', account, account.email, this.#home, request),
    );
  }

  /** Sends a security notice about sign-in methods, or about the parents of a household: one came or went. */
  sendNotice(
    name: MethodNotice | ParentNotice,
    account: Account,
    request: FastifyRequest,
    reply: FastifyReply,
    page: PagePath = '/profile/account',
  ): void {
    this.#writer.afterReply(reply, async () => {
      if (!(await this.#writer.isAllowed(`mail-of ${page}`, account.email, RATES.mailedNotices))) return;
      await this.#writer.send(name, account, account.email, { link: this.#writer.origin() + page }, request);
    });
  }

  /** Resolves once all mails that were begun are written. */
  stop(): Promise<void> {
    return this.#writer.stop();
  }

  get #home() {
    return { link: this.#writer.origin() };
  }

  #isLinkAllowed(kind: MailedLinkKind, email: string): Promise<boolean> {
    return this.#writer.isAllowed(`mail-to ${kind}`, email, RATES.mailedLinks);
  }
}
