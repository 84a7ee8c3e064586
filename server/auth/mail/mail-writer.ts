import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_LANGUAGE, type Language } from '#domain/language.ts';
import { profilePath } from '#domain/paths.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { Dependencies } from '../../dependencies.ts';
import { preferredLanguage } from '../../http/accept-language.ts';
import { CallError } from '../../http/call-error.ts';
import { renderMail } from '../../mail/render-mail.ts';
import type { MailTemplate } from '../../mail/translation.ts';
import type { RateLimit, Store } from '../../store/ports/store.ts';
import { accountKey, type Limits } from '../core/limits/limits.ts';

/** The target of a mail's button, and the code that does the same, if it has one. */
interface Target {
  link: string;
  code?: string;
}

/** Writes mails after the reply was sent, so that neither the reply nor its timing reveals an account (user enumeration). */
export class MailWriter {
  readonly #dependencies: Pick<Dependencies, 'config' | 'store' | 'log' | 'mailer'>;
  readonly #limits: Limits;
  readonly #running = new Set<Promise<void>>();
  /** Returns the origin that links point to. */
  readonly origin: () => string;

  constructor(
    dependencies: Pick<Dependencies, 'config' | 'store' | 'log' | 'mailer'>,
    limits: Limits,
    origin: () => string,
  ) {
    this.#dependencies = dependencies;
    this.#limits = limits;
    this.origin = origin;
  }

  /** True if this host sends mail. */
  get isEnabled(): boolean {
    return this.#dependencies.mailer !== undefined;
  }

  /** Runs `work` after the reply, if this host sends mail; an error is logged. */
  afterReply(reply: FastifyReply, work: () => Promise<void>): void {
    if (!this.isEnabled) return;
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

  /** Counts a mail of a kind to an address. Returns false beyond the limit. */
  async isAllowed(kind: string, email: string, limit: RateLimit): Promise<boolean> {
    try {
      await this.#limits.count(kind, accountKey(email), limit);
      return true;
    } catch (error) {
      if (error instanceof CallError) return false;
      throw error;
    }
  }

  async send(
    name: MailTemplate,
    account: Account,
    to: string,
    { link, code }: Target,
    { headers }: FastifyRequest,
  ): Promise<void> {
    const { mailer, config, store } = this.#dependencies;
    const language = await mailLanguage(store, account, headers['accept-language']);
    const { hostName, hostContact } = config;
    const sender = { origin: this.origin(), hostName, hostContact };
    mailer?.send({ to, ...renderMail(name, language, { link, code }, sender) });
  }

  /** Resolves once all mails that were begun are written. */
  async stop(): Promise<void> {
    await Promise.all(this.#running);
  }
}

/** Returns the language of mails to this account: its profile's, else the browser's, else the default. */
async function mailLanguage(
  store: Store,
  { uid, household }: Account,
  accepted: string | undefined,
): Promise<Language> {
  const path = profilePath(uid);
  const base = await store.transact(household, ({ load }) => load([{ paths: [path] }]));
  return base.get(path)?.language ?? preferredLanguage(accepted) ?? DEFAULT_LANGUAGE;
}
