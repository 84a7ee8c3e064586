import { randomBytes } from 'node:crypto';
import type { CommandArgs, CommandName } from '#domain/commands/catalogue.ts';
import type { Document } from '#domain/documents.ts';
import { type Id, makeId } from '#domain/ids.ts';
import type { VisitorRef } from '#domain/paths.ts';
import { type Account, calls, PROTOCOL } from '#domain/protocol/calls.ts';
import {
  type HistoryMark,
  OPS_PER_REQUEST,
  type Op,
  type Outcome,
  type SyncReply,
  type SyncRequest,
} from '#domain/protocol/sync.ts';
import { type Answer, postJson } from '#tests/support/server/http.ts';

export const newId = (): Id => makeId(randomBytes(16));

export const PASSWORD = 'båt-🚲-hemligt';

/** The parts of a sync request that a test sets; the others are those of an honest phone. */
export type SyncOptions = Partial<Omit<SyncRequest, 'ops'>> & { ops?: readonly Op[] };

/** A signed-in family on one phone that talks HTTP alone, for tests and to fill a server. */
export class HouseholdOnPhone {
  url: string;
  readonly account: Account;
  /** The session cookie: name=token. */
  cookie: string;
  device: Id = newId();
  /** The phone's clock, in ms. */
  now: () => number = Date.now;
  /** Headers that a proxy adds. */
  headers: Record<string, string> = {};
  #sequence = 0;

  constructor(url: string, account: Account, cookie: string) {
    this.url = url;
    this.account = account;
    this.cookie = cookie;
  }

  /** Returns a second phone in the same session. */
  anotherPhone(): HouseholdOnPhone {
    const phone = new HouseholdOnPhone(this.url, this.account, this.cookie);
    phone.now = this.now;
    phone.headers = this.headers;
    return phone;
  }

  op<N extends CommandName>(name: N, args: CommandArgs<N>, changes: Partial<Op> = {}): Op {
    this.#sequence += 1;
    const tap = { op: newId(), sequence: this.#sequence, tappedAt: this.now(), zone: 'Europe/Stockholm' };
    return { ...tap, name, args, ...changes };
  }

  post(path: string, message: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return postJson(this.url, path, message, { cookie: this.cookie, ...this.headers, ...headers });
  }

  /** Re-authenticates by the password and deletes the account. */
  async deleteAccount(password = PASSWORD): Promise<Answer> {
    await this.post(calls.reauthenticate.path, { password });
    return this.post(calls.deleteAccount.path, { household: this.account.household });
  }

  /** Syncs like the phone. Returns any answer. */
  trySync(options: SyncOptions = {}): Promise<Answer> {
    const { household } = this.account;
    const usual = {
      protocol: PROTOCOL,
      household,
      device: this.device,
      cursor: null,
      deviceNow: this.now(),
      ops: [],
    };
    return this.post(calls.sync.path, { ...usual, ...options });
  }

  async sync(options: SyncOptions = {}): Promise<SyncReply> {
    const { status, body } = await this.trySync(options);
    if (status !== 200) throw new Error(`sync answered ${status}: ${JSON.stringify(body)}`);
    return body as SyncReply;
  }

  /** Sends as many requests as it takes. Throws if one of the commands is refused. */
  async sendAll(ops: readonly Op[]): Promise<void> {
    let { cursor } = await this.sync();
    for (let at = 0; at < ops.length; at += OPS_PER_REQUEST) {
      const reply = await this.sync({ cursor, ops: ops.slice(at, at + OPS_PER_REQUEST) });
      const refused = reply.outcomes.find(({ result }) => result === 'refused');
      if (refused) throw new Error(`a tap was refused: ${JSON.stringify(refused)}`);
      cursor = reply.cursor;
    }
  }

  /** Sends one command. Returns its outcome. */
  async run<N extends CommandName>(
    name: N,
    args: CommandArgs<N>,
    changes: Partial<Op> = {},
  ): Promise<Outcome> {
    const { outcomes } = await this.sync({ ops: [this.op(name, args, changes)] });
    if (!outcomes[0]) throw new Error('no outcome came back');
    return outcomes[0];
  }

  async addChild(name = 'Kim', birthDate = '2018-05-04'): Promise<Id> {
    const child = newId();
    await this.#done('addChild', { child, name, birthDate });
    return child;
  }

  async addFriend(child: Id, name = 'Ella', parentPhone = '070-123 45 67'): Promise<VisitorRef> {
    const friend = newId();
    await this.#done('addFriend', { child, friend, name, parentPhone });
    return { child, kind: 'friend', visitor: friend };
  }

  async addGuest(child: Id, name = 'Nils', parentUserId = 'farmor-i-Lund'): Promise<VisitorRef> {
    const guest = newId();
    await this.#done('addGuest', { child, guest, name, parentUserId });
    return { child, kind: 'guest', visitor: guest };
  }

  async #done<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<void> {
    const outcome = await this.run(name, args);
    if (outcome.result !== 'done') throw new Error(`${name}: ${outcome.refusal.code}`);
  }

  /** Reads all documents by path: the snapshot and all pages of the history. */
  async documents(): Promise<Map<string, Document>> {
    const first = await this.sync();
    const changes = [...first.changes];
    let last = first;
    while (last.people !== undefined) {
      last = await this.sync({ people: last.people });
      changes.push(...last.changes);
    }
    let mark: HistoryMark | null | undefined = last.history;
    while (mark) {
      const page: SyncReply = await this.sync({ cursor: first.cursor, history: mark });
      changes.push(...page.changes);
      mark = page.history;
    }
    return new Map(changes.map(({ path, document }) => [path, document as unknown as Document]));
  }
}

/** Registers a family; `name` becomes the last name and part of the e-mail address. */
export async function registerHousehold(url: string, name = 'Lindgren'): Promise<HouseholdOnPhone> {
  const email = `${name.toLowerCase()}-${newId().slice(0, 8)}@example.org`;
  const answer = await postJson(url, calls.register.path, {
    firstName: 'Astrid',
    lastName: name,
    email,
    password: PASSWORD,
  });
  if (answer.status !== 200)
    throw new Error(`register answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return new HouseholdOnPhone(url, accountIn(answer), answer.cookie ?? '');
}

/** Returns the account in a sign-in reply; throws without one. */
export function accountIn({ status, body }: Answer): Account {
  const { account } = (body ?? {}) as { account?: Account };
  if (!account) throw new Error(`nobody was signed in (${status}): ${JSON.stringify(body)}`);
  return account;
}
