import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '#domain/fields.ts';
import type { PagePath } from '#domain/pages/pages.ts';
import { profilePath } from '#domain/paths.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { emailKey } from '#domain/protocol/registration.ts';
import type { Dependencies } from '../../dependencies.ts';
import { CallError } from '../../http/call-error.ts';
import { letter } from '../../mail/letter.ts';
import type { LetterName } from '../../mail/letter-words.ts';
import type { Allowance } from '../../store/rate-limit.ts';
import { accountNamed, type Limits } from '../limits/limits.ts';
import type { LinkKind, Links } from './links.ts';

/**
 * How many links of one kind go to one address, whoever asks for them. Each kind is counted by itself: who asks for a
 * change to an address neither uses up its recovery, nor learns by it whether it has an account.
 */
const LINKS_TO_ONE: Allowance = { burst: 4, everyMs: 15 * 60_000 };
/** Who was told so often already has been told. */
const WORDS_TO_ONE: Allowance = { burst: 10, everyMs: 15 * 60_000 };

type Ground = Pick<Dependencies, 'config' | 'store' | 'log' | 'mailer'>;

/**
 * The mails about accounts. What reads an account and writes to it waits until the answer has gone, so that neither
 * words nor time tell whether there is one.
 */
export class AccountMail {
  readonly #ground: Ground;
  readonly #limits: Limits;
  readonly #links: Links;
  readonly #origin: () => string;
  readonly #busy = new Set<Promise<void>>();

  constructor(ground: Ground, limits: Limits, links: Links, origin: () => string) {
    this.#ground = ground;
    this.#limits = limits;
    this.#links = links;
    this.#origin = origin;
  }

  /** Whether this host sends any. */
  get isSent(): boolean {
    return this.#ground.mailer !== undefined;
  }

  /** Throws 'sends-no-mail' where this host sends none. */
  require(): void {
    if (!this.#ground.mailer) throw new CallError('sends-no-mail');
  }

  /** A link to choose a new password, to whoever has the account with this e-mail, if anybody has. */
  recovery(email: string, request: FastifyRequest, reply: FastifyReply): void {
    this.#afterwards(reply, async () => {
      const account = await this.#ground.store.accountByEmail(emailKey(email));
      if (!account || !(await this.#mayLink('recovery', account.email))) return;
      const body = { emailKey: account.emailKey, isByHost: false };
      const link = await this.#links.make('recovery', account.uid, body);
      await this.#write('recovery', account, account.email, link, request);
    });
  }

  /** A link that proves that mail to the account's address reaches the parent. */
  verification(account: Account, request: FastifyRequest, reply: FastifyReply): void {
    this.#afterwards(reply, async () => {
      const { uid, email } = account;
      if (!(await this.#mayLink('verify-email', email))) return;
      const link = await this.#links.make('verify-email', uid, { emailKey: emailKey(email) });
      await this.#write('verification', account, email, link, request);
    });
  }

  /** Makes a link to a new address, of which the account has one at a time; undefined where many went there already. */
  async changeLink({ uid }: Account, email: string): Promise<string | undefined> {
    if (!(await this.#mayLink('change-email', email))) return undefined;
    await this.#ground.store.dropTickets(uid, ['change-email']);
    return this.#links.make('change-email', uid, { email, emailKey: emailKey(email) });
  }

  /** Such a link to the new address, and word of it to the present one. */
  change(account: Account, email: string, link: string, request: FastifyRequest, reply: FastifyReply): void {
    this.#afterwards(reply, async () => {
      await this.#write('newAddress', account, email, link, request);
      await this.#write('addressChanging', account, account.email, this.#origin(), request);
    });
  }

  /** Word to the account's address that its password is another now. */
  passwordChanged(account: Account, request: FastifyRequest, reply: FastifyReply): void {
    this.#afterwards(reply, () =>
      this.#write('passwordChanged', account, account.email, this.#origin(), request),
    );
  }

  /** Word to the account's address that it can be signed in to in another way now, or with less: no new password ends that. */
  waysInChanged(account: Account, request: FastifyRequest, reply: FastifyReply): void {
    this.#afterwards(reply, async () => {
      if (!(await this.#mayMail('mail-of ways-in', account.email, WORDS_TO_ONE))) return;
      const page: PagePath = '/profile/account';
      await this.#write('waysInChanged', account, account.email, this.#origin() + page, request);
    });
  }

  /** Resolves when nothing is being written any more. */
  async stop(): Promise<void> {
    await Promise.all(this.#busy);
  }

  #afterwards(reply: FastifyReply, work: () => Promise<void>): void {
    if (!this.#ground.mailer) return;
    const begin = () => {
      const busy = work()
        .catch((error) => this.#ground.log.error({ error }, 'a mail could not be written'))
        .finally(() => this.#busy.delete(busy));
      this.#busy.add(busy);
    };
    // Whoever hung up is answered no more, and what they did is told all the same.
    if (reply.raw.closed) begin();
    else reply.raw.once('close', begin);
  }

  #mayLink(kind: LinkKind, email: string): Promise<boolean> {
    return this.#mayMail(`mail-to ${kind}`, email, LINKS_TO_ONE);
  }

  async #mayMail(what: string, email: string, allowance: Allowance): Promise<boolean> {
    try {
      await this.#limits.count(what, accountNamed(email), allowance);
      return true;
    } catch (error) {
      if (error instanceof CallError) return false;
      throw error;
    }
  }

  async #write(name: LetterName, account: Account, to: string, link: string, { headers }: FastifyRequest) {
    const { mailer, config } = this.#ground;
    const language = (await this.#languageOf(account)) ?? languageIn(headers['accept-language']);
    const { hostName, hostContact } = config;
    const sender = { origin: this.#origin(), hostName, hostContact };
    mailer?.send({ to, ...letter(name, language, link, sender) });
  }

  async #languageOf({ uid, household }: Account): Promise<Language | undefined> {
    const path = profilePath(uid);
    const base = await this.#ground.store.transact(household, ({ load }) => load([{ paths: [path] }]));
    return base.get(path)?.language;
  }
}

/** The first of a browser's languages that our mails speak; Swedish where it names none. */
function languageIn(accepted = ''): Language {
  const [first] = /\b(sv|en)\b/i.exec(accepted) ?? [];
  return first?.toLowerCase() === 'en' ? 'en' : 'sv';
}
