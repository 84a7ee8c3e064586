import { setTimeout } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { DEFAULT_LANGUAGE, type Language } from '#domain/language.ts';
import type { PagePath } from '#domain/pages/pages.ts';
import { profilePath } from '#domain/paths.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { MailedLinkKind } from '#domain/protocol/email-calls.ts';
import { emailKey } from '../../email-key.ts';
import { preferredLanguage } from '../../http/accept-language.ts';
import { CallError } from '../../http/call-error.ts';
import { RATES } from '../../limits.ts';
import { renderMail } from '../../mail/render-mail.ts';
import type { MailTemplate, MethodNotice, ParentNotice } from '../../mail/translation.ts';
import type { RateLimit } from '../../store/ports/store.ts';
import type { CoreContext } from '../core/core-context.ts';
import { accountKey } from '../core/limits/limits.ts';
import type { LinkWithCode, OneTimeLinks } from './one-time-links.ts';

/** Leaves room in the queue for mails that a parent waits for. */
const MOST_QUEUED = 100;

const languageOf = ({ request }: FastifyReply) => preferredLanguage(request.headers['accept-language']);

/** The target of a mail's button, and the code that does the same, if it has one. */
type Target = Pick<LinkWithCode, 'link'> & Partial<LinkWithCode>;

/**
 * Sends the mails about accounts, each after the reply to the request that caused it, so that neither the reply nor its timing
 * reveals an account (user enumeration). Nothing is sent if this host sends no mail.
 */
export class AccountMail {
  readonly #context: CoreContext;
  readonly #links: OneTimeLinks;
  /** Returns the origin that links point to. */
  readonly #origin: () => string;
  readonly #running = new Set<Promise<void>>();

  constructor(context: CoreContext, links: OneTimeLinks, origin: () => string) {
    this.#context = context;
    this.#links = links;
    this.#origin = origin;
  }

  /** True if this host sends mail. */
  get isEnabled(): boolean {
    return this.#context.mailer !== undefined;
  }

  /** Throws 'sends-no-mail' if this host sends no mail. */
  require(): void {
    if (!this.isEnabled) throw new CallError('sends-no-mail');
  }

  /** Sends a link to choose a new password, with a code if the device sent a secret, if there is an account with this e-mail. */
  sendRecovery(email: string, of: string | undefined, reply: FastifyReply): void {
    this.#afterReply(reply, async () => {
      const account = await this.#context.store.accountByEmail(emailKey(email));
      if (!account || !(await this.#isLinkAllowed('recovery', account.email))) return;
      const body = { emailKey: account.emailKey, isByHost: false };
      const target =
        of === undefined
          ? { link: await this.#links.create('recovery', account.uid, body) }
          : await this.#links.createRecovery(account.uid, body, of);
      await this.#send('recovery', account, languageOf(reply), target);
    });
  }

  /** Sends a link and a code that verify the account's address. */
  sendVerification(account: Account, reply: FastifyReply): void {
    this.#afterReply(reply, async () => {
      const { uid, email } = account;
      if (!(await this.#isLinkAllowed('verify-email', email))) return;
      const target = await this.#links.createWithCode('verify-email', uid, { emailKey: emailKey(email) });
      await this.#send('verification', account, languageOf(reply), target);
    });
  }

  /** Creates a link to a new address; it voids the account's former one. Returns undefined beyond the address's limit. */
  async createChangeLink({ uid }: Account, email: string): Promise<LinkWithCode | undefined> {
    if (!(await this.#isLinkAllowed('change-email', email))) return undefined;
    await this.#context.store.revokeOneTimeTokens(uid, ['change-email']);
    return this.#links.createWithCode('change-email', uid, { email, emailKey: emailKey(email) });
  }

  /** Sends the link of `createChangeLink` to the new address, and a security notice to the present one. */
  sendChange(account: Account, email: string, target: LinkWithCode, reply: FastifyReply): void {
    this.#afterReply(reply, async () => {
      await this.#send('newAddress', account, languageOf(reply), target, email);
      await this.#send('addressChanging', account, languageOf(reply));
    });
  }

  /** Sends a security notice about a change that happened; its button leads to `link`, or to the first page. */
  tell(name: MailTemplate, account: Account, reply: FastifyReply, link?: string): void {
    this.#afterReply(reply, () =>
      this.#send(name, account, languageOf(reply), link === undefined ? undefined : { link }),
    );
  }

  /** Sends a security notice about sign-in methods, or about the parents of a household: one came or went. */
  sendNotice(
    name: MethodNotice | ParentNotice,
    account: Account,
    reply: FastifyReply,
    page: PagePath = '/profile/account',
  ): void {
    this.#afterReply(reply, async () => {
      if (!(await this.#isAllowed(`mail-of ${page}`, account.email, RATES.mailedNotices))) return;
      await this.#send(name, account, languageOf(reply), { link: this.#origin() + page });
    });
  }

  /**
   * Asks the parents who share a household who is in it: a backup cannot know who left since. At most once a day each, and
   * resolves when the last mail is queued.
   */
  async sendRestored(): Promise<void> {
    const { mailer, store } = this.#context;
    for (const account of mailer ? await store.sharingAccounts() : []) {
      if (!(await this.#isAllowed('mail-of restored', account.email, RATES.mailedRestores))) continue;
      // The queue drops what exceeds its bound.
      while (mailer && mailer.queue().length >= MOST_QUEUED)
        await setTimeout(1000, undefined, { ref: false });
      await this.#send('familyRestored', account, undefined, { link: `${this.#origin()}/profile/parents` });
    }
  }

  /** Resolves once all mails that were begun are written. */
  async stop(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Runs `work` after the reply, if this host sends mail; an error is logged. */
  #afterReply({ raw }: FastifyReply, work: () => Promise<void>): void {
    if (!this.isEnabled) return;
    const start = () => {
      const running = work()
        .catch((error) => this.#context.log.error({ error }, 'a mail could not be written'))
        .finally(() => this.#running.delete(running));
      this.#running.add(running);
    };
    // After an aborted request no 'close' follows, and the mail is sent all the same.
    if (raw.closed) start();
    else raw.once('close', start);
  }

  #isLinkAllowed(kind: MailedLinkKind, email: string): Promise<boolean> {
    return this.#isAllowed(`mail-to ${kind}`, email, RATES.mailedLinks);
  }

  /** Counts a mail of a kind to an address. Returns false beyond the limit. */
  async #isAllowed(kind: string, email: string, limit: RateLimit): Promise<boolean> {
    try {
      await this.#context.limits.count(kind, accountKey(email), limit);
      return true;
    } catch (error) {
      if (error instanceof CallError) return false;
      throw error;
    }
  }

  /** Sends a mail in the language of the account's profile, else the browser's, else the default. */
  async #send(
    name: MailTemplate,
    account: Account,
    accepted: Language | undefined,
    target: Target = { link: this.#origin() },
    to = account.email,
  ): Promise<void> {
    const { mailer, config, store } = this.#context;
    const path = profilePath(account.uid);
    const loaded = await store.transact(account.household, ({ load }) => load([{ paths: [path] }]));
    const language = loaded.get(path)?.language ?? accepted ?? DEFAULT_LANGUAGE;
    const { hostName, hostContact } = config;
    const sender = { origin: this.#origin(), hostName, hostContact };
    mailer?.send({ to, ...renderMail(name, language, target, sender) });
  }
}
