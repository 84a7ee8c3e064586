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
import { RATE_LIMITS } from '../../load-limits/limit-numbers.ts';
import { accountKey } from '../../load-limits/load-limits.ts';
import { renderMail } from '../../mail/render-mail.ts';
import type { MailTemplate, MethodNotice, ParentNotice } from '../../mail/translation.ts';
import type { RateLimit } from '../../store/ports/store.ts';
import type { CoreContext } from '../core/core-context.ts';
import type { OneTimeLinks } from './one-time-links.ts';

/** Leaves room in the queue for mails that a parent waits for. */
const MOST_QUEUED = 100;

const languageOf = ({ request }: FastifyReply) => preferredLanguage(request.headers['accept-language']);

/** A mail's button, and the code that does the same. */
interface Target {
  link: string;
  code?: string;
}

/** Mails after the reply, so that neither it nor its timing reveals an account (user enumeration). */
export class AccountMail {
  readonly #context: CoreContext;
  readonly #links: OneTimeLinks;
  readonly #origin: () => string;
  readonly #running = new Set<Promise<void>>();

  constructor(context: CoreContext, links: OneTimeLinks, origin: () => string) {
    this.#context = context;
    this.#links = links;
    this.#origin = origin;
  }

  get isEnabled(): boolean {
    return this.#context.mailer !== undefined;
  }

  /** Throws 'sends-no-mail'. */
  require(): void {
    if (!this.isEnabled) throw new CallError('sends-no-mail');
  }

  /** If the e-mail has an account; with a code if the device sent the secret `of`. */
  sendRecovery(email: string, of: string | undefined, reply: FastifyReply): void {
    this.#afterReply(reply, async () => {
      const account = await this.#context.store.accountByEmail(emailKey(email));
      if (!account || !(await this.#isLinkAllowed('recovery', account.email))) return;
      const body = { emailKey: account.emailKey, isByHost: false };
      const target =
        of === undefined
          ? { link: await this.#links.create('recovery', account.uid, body) }
          : await this.#links.createWithCode('recovery', account.uid, body, of);
      await this.#send('recovery', account, languageOf(reply), target);
    });
  }

  sendVerification(account: Account, reply: FastifyReply): void {
    this.#afterReply(reply, async () => {
      const { uid, email } = account;
      if (!(await this.#isLinkAllowed('verify-email', email))) return;
      const target = await this.#links.createWithCode('verify-email', uid, { emailKey: emailKey(email) });
      await this.#send('verification', account, languageOf(reply), target);
    });
  }

  /** Voids the account's previous change link. Undefined beyond the address's limit. */
  async createChangeLink({ uid }: Account, email: string): Promise<Required<Target> | undefined> {
    if (!(await this.#isLinkAllowed('change-email', email))) return undefined;
    await this.#context.store.revokeOneTimeTokens(uid, ['change-email']);
    return this.#links.createWithCode('change-email', uid, { email, emailKey: emailKey(email) });
  }

  /** The new address gets the link, the current one a security notice. */
  sendChange(account: Account, email: string, target: Required<Target>, reply: FastifyReply): void {
    this.#afterReply(reply, async () => {
      await this.#send('newAddress', account, languageOf(reply), target, email);
      await this.#send('addressChanging', account, languageOf(reply));
    });
  }

  /** A security notice of a change; `link` (default: the first page) is its button. */
  sendSecurityNotice(name: MailTemplate, account: Account, reply: FastifyReply, link?: string): void {
    this.#afterReply(reply, () =>
      this.#send(name, account, languageOf(reply), link === undefined ? undefined : { link }),
    );
  }

  /** A security notice about sign-in methods or the parents of a household. */
  sendNotice(
    name: MethodNotice | ParentNotice,
    account: Account,
    reply: FastifyReply,
    page: PagePath = '/profile/account',
  ): void {
    this.#afterReply(reply, async () => {
      if (!(await this.#isAllowed(`mail-of ${page}`, account.email, RATE_LIMITS.mailedNotices))) return;
      await this.#send(name, account, languageOf(reply), { link: this.#origin() + page });
    });
  }

  /** Asks parents who share a household who is in it, since no backup knows who left: once a day each. */
  async sendRestored(): Promise<void> {
    const { mailer, store } = this.#context;
    for (const account of mailer ? await store.sharingAccounts() : []) {
      if (!(await this.#isAllowed('mail-of restored', account.email, RATE_LIMITS.mailedRestores))) continue;
      // The queue drops mails beyond its bound.
      while (mailer && mailer.queue().length >= MOST_QUEUED)
        await setTimeout(1000, undefined, { ref: false });
      await this.#send('familyRestored', account, undefined, { link: `${this.#origin()}/profile/parents` });
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Only if this server sends mail; errors are logged. */
  #afterReply({ raw }: FastifyReply, work: () => Promise<void>): void {
    if (!this.isEnabled) return;
    const start = () => {
      const running = work()
        .catch((error) => this.#context.log.error({ error }, 'a mail could not be written'))
        .finally(() => this.#running.delete(running));
      this.#running.add(running);
    };
    // No 'close' follows an aborted request; the mail is sent all the same.
    if (raw.closed) start();
    else raw.once('close', start);
  }

  #isLinkAllowed(kind: MailedLinkKind, email: string): Promise<boolean> {
    return this.#isAllowed(`mail-to ${kind}`, email, RATE_LIMITS.mailedLinks);
  }

  #isAllowed(kind: string, email: string, limit: RateLimit): Promise<boolean> {
    return this.#context.limits.admits(kind, accountKey(email), limit);
  }

  /** In the profile's language, else the browser's, else the default. */
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
