import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PagePath } from '#domain/pages/pages.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { emailKey } from '#domain/protocol/registration.ts';
import type { Dependencies } from '../../dependencies.ts';
import { CallError } from '../../http/call-error.ts';
import { renderMail } from '../../mail/render-mail.ts';
import type { MailTemplate } from '../../mail/translation.ts';
import type { RateLimit } from '../../store/port.ts';
import { accountKey, type Limits } from '../limits/limits.ts';
import { mailLanguage } from './mail-language.ts';
import type { LinkKind, OneTimeLinks } from './one-time-links.ts';

/**
 * Limits the links of one kind that go to one address, whoever asks for them. Each kind is counted separately: asking for
 * a change to an address neither uses up its recovery links nor reveals if it has an account (user enumeration).
 */
const LINKS_PER_ADDRESS: RateLimit = { burst: 4, interval: 15 * 60_000 };
/** Limits the security notices to one address. */
const NOTICES_PER_ADDRESS: RateLimit = { burst: 10, interval: 15 * 60_000 };

type MailDependencies = Pick<Dependencies, 'config' | 'store' | 'log' | 'mailer'>;

/**
 * Sends the mails about accounts. Each is written after the reply was sent, so that neither the reply nor its timing
 * reveals if there is an account (user enumeration).
 */
export class AccountMail {
  readonly #dependencies: MailDependencies;
  readonly #limits: Limits;
  readonly #links: OneTimeLinks;
  readonly #origin: () => string;
  readonly #running = new Set<Promise<void>>();

  constructor(dependencies: MailDependencies, limits: Limits, links: OneTimeLinks, origin: () => string) {
    this.#dependencies = dependencies;
    this.#limits = limits;
    this.#links = links;
    this.#origin = origin;
  }

  /** True if this host sends mail. */
  get isEnabled(): boolean {
    return this.#dependencies.mailer !== undefined;
  }

  /** Throws 'sends-no-mail' if this host sends no mail. */
  require(): void {
    if (!this.#dependencies.mailer) throw new CallError('sends-no-mail');
  }

  /** Sends a link to choose a new password, if there is an account with this e-mail. */
  sendRecovery(email: string, request: FastifyRequest, reply: FastifyReply): void {
    this.#afterReply(reply, async () => {
      const account = await this.#dependencies.store.accountByEmail(emailKey(email));
      if (!account || !(await this.#isLinkAllowed('recovery', account.email))) return;
      const body = { emailKey: account.emailKey, isByHost: false };
      const link = await this.#links.create('recovery', account.uid, body);
      await this.#send('recovery', account, account.email, link, request);
    });
  }

  /** Sends a link that verifies the account's address. */
  sendVerification(account: Account, request: FastifyRequest, reply: FastifyReply): void {
    this.#afterReply(reply, async () => {
      const { uid, email } = account;
      if (!(await this.#isLinkAllowed('verify-email', email))) return;
      const link = await this.#links.create('verify-email', uid, { emailKey: emailKey(email) });
      await this.#send('verification', account, email, link, request);
    });
  }

  /** Creates a link to a new address; it voids the account's former one. Returns undefined beyond the address's limit. */
  async createChangeLink({ uid }: Account, email: string): Promise<string | undefined> {
    if (!(await this.#isLinkAllowed('change-email', email))) return undefined;
    await this.#dependencies.store.revokeOneTimeTokens(uid, ['change-email']);
    return this.#links.create('change-email', uid, { email, emailKey: emailKey(email) });
  }

  /** Sends the link of `createChangeLink` to the new address, and a security notice to the present one. */
  sendChange(
    account: Account,
    email: string,
    link: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    this.#afterReply(reply, async () => {
      await this.#send('newAddress', account, email, link, request);
      await this.#send('addressChanging', account, account.email, this.#origin(), request);
    });
  }

  /** Sends a security notice that the password was changed. */
  sendPasswordChanged(account: Account, request: FastifyRequest, reply: FastifyReply): void {
    this.#afterReply(reply, () =>
      this.#send('passwordChanged', account, account.email, this.#origin(), request),
    );
  }

  /** Sends a security notice that a sign-in method was added or a requirement dropped; a new password does not undo that. */
  sendSignInMethodsChanged(account: Account, request: FastifyRequest, reply: FastifyReply): void {
    this.#afterReply(reply, async () => {
      if (!(await this.#isAllowed('mail-of ways-in', account.email, NOTICES_PER_ADDRESS))) return;
      const page: PagePath = '/profile/account';
      await this.#send('signInMethodsChanged', account, account.email, this.#origin() + page, request);
    });
  }

  /** Resolves once all mails that were begun are written. */
  async stop(): Promise<void> {
    await Promise.all(this.#running);
  }

  #afterReply(reply: FastifyReply, work: () => Promise<void>): void {
    if (!this.#dependencies.mailer) return;
    const start = () => {
      const running = work()
        .catch((error) => this.#dependencies.log.error({ error }, 'a mail could not be written'))
        .finally(() => this.#running.delete(running));
      this.#running.add(running);
    };
    // After an aborted request no 'close' follows, and the mail is sent all the same.
    if (reply.raw.closed) start();
    else reply.raw.once('close', start);
  }

  #isLinkAllowed(kind: LinkKind, email: string): Promise<boolean> {
    return this.#isAllowed(`mail-to ${kind}`, email, LINKS_PER_ADDRESS);
  }

  async #isAllowed(kind: string, email: string, limit: RateLimit): Promise<boolean> {
    try {
      await this.#limits.count(kind, accountKey(email), limit);
      return true;
    } catch (error) {
      if (error instanceof CallError) return false;
      throw error;
    }
  }

  async #send(name: MailTemplate, account: Account, to: string, link: string, { headers }: FastifyRequest) {
    const { mailer, config, store } = this.#dependencies;
    const language = await mailLanguage(store, account, headers['accept-language']);
    const { hostName, hostContact } = config;
    const sender = { origin: this.#origin(), hostName, hostContact };
    mailer?.send({ to, ...renderMail(name, language, link, sender) });
  }
}
