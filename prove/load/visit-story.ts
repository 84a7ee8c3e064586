import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CommandArgs, CommandName } from '#domain/commands/catalogue.ts';
import type { Child, Friend, Visit } from '#domain/documents.ts';
import { toSharedVisit } from '#domain/links/link-holder.ts';
import { childPath, visitorPath, visitPath } from '#domain/paths.ts';
import { calls } from '#domain/protocol/calls.ts';
import { type SharedVisit, VISIT_STREAM } from '#domain/protocol/link-calls.ts';
import type { Op } from '#domain/protocol/sync.ts';
import type { HouseholdOnPhone } from '#tests/support/people/household.ts';
import { type LinkedVisit, linkedVisit } from '#tests/support/people/linked-visit.ts';
import { postJson } from '#tests/support/server/http.ts';
import type { RunningServer } from '#tests/support/server/server-process.ts';
import { framesOf } from './frames.ts';

/** The state of a page whose link shows nothing. */
const DEAD = 'dead';

const addressOf = (bytes: Buffer) => ['10', ...bytes].join('.');

/** What a page shows of a visit, but for who sent it and the time by which it holds. */
function stateOf(visit: SharedVisit): string {
  return JSON.stringify({ ...visit, sender: undefined, asOf: '' });
}

/**
 * Follows a link as the reader's page does: it asks once, then listens, and listens anew when the stream ends. A link that
 * showed nothing once is dead for it.
 */
export class VisitPage {
  readonly #url: string;
  readonly #link: string;
  /** An address of its own, as its server trusts a proxy: misses are counted by it. */
  readonly #address = addressOf(randomBytes(3));
  readonly #over = new AbortController();
  #connection = new AbortController();
  #isAway = false;
  /** Every state that was on screen, in order. */
  readonly shown: string[] = [];
  streams = 0;

  constructor(url: string, link: string) {
    this.#url = url;
    this.#link = link;
  }

  get state(): string | undefined {
    return this.shown.at(-1);
  }

  stop(): void {
    this.#over.abort();
    this.#connection.abort();
  }

  /** Cuts the connection; the page opens another one at once. */
  cut(): void {
    this.#connection.abort();
  }

  /** Without a network until it comes back. */
  leave(): void {
    this.#isAway = true;
    this.cut();
  }

  comeBack(): void {
    this.#isAway = false;
  }

  async follow(): Promise<void> {
    await this.#orNothing(() => this.#look());
    while (!this.#over.signal.aborted && this.state !== DEAD) {
      this.#connection = new AbortController();
      if (!this.#isAway) await this.#orNothing(() => this.#listen());
      await pause(10);
    }
  }

  async #orNothing(work: () => Promise<void>): Promise<void> {
    await work().catch(() => undefined);
  }

  async #look(): Promise<void> {
    const response = await this.#post(calls.seeVisit.path, { link: this.#link, shown: true });
    if (response.status === 200) this.#show(stateOf((await response.json()) as SharedVisit));
  }

  async #listen(): Promise<void> {
    const { body, status } = await this.#post(VISIT_STREAM, { link: this.#link });
    if (status === 410) this.#show(DEAD);
    if (!body || status !== 200) return;
    this.streams += 1;
    for await (const frame of framesOf(body)) this.#hear(frame);
  }

  #hear(frame: string): void {
    if (/^event: closed$/m.test(frame)) this.#show(DEAD);
    if (!/^event: visit$/m.test(frame)) return;
    this.#show(stateOf(JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? '') as SharedVisit));
  }

  #show(state: string): void {
    if (state !== this.state) this.shown.push(state);
  }

  #post(path: string, message: unknown): Promise<Response> {
    const { signal } = this.#connection;
    const headers = {
      origin: this.#url,
      'content-type': 'application/json',
      'x-forwarded-for': this.#address,
    };
    return fetch(this.#url + path, { method: 'POST', headers, body: JSON.stringify(message), signal });
  }
}

const HALF_HOUR = 1_800_000;
const LONGEST_LIFE = 30;

/** The story of two phones, a reader and one visit, while the server is killed and streams are cut. */
export class VisitStory {
  readonly linked: LinkedVisit;
  readonly #server: RunningServer;
  readonly #rng: () => number;
  /** The second phone of the family. */
  readonly #other: HouseholdOnPhone;
  /** Taps of the second phone that were made without a network. */
  #late: Op[] = [];
  #home: string | undefined;
  /** The states of the visit that taps made, in order. */
  readonly said: string[] = [];

  private constructor(server: RunningServer, linked: LinkedVisit, rng: () => number) {
    this.#server = server;
    this.linked = linked;
    this.#rng = rng;
    this.#other = linked.phone.anotherPhone();
  }

  static async begin(server: RunningServer, rng: () => number): Promise<VisitStory> {
    const story = new VisitStory(server, await linkedVisit(server.url), rng);
    await story.#note();
    return story;
  }

  /** Does one thing of those that can happen. */
  async step(page: VisitPage): Promise<void> {
    const dice = this.#rng();
    if (dice < 0.2) page.cut();
    if (dice < 0.1) return;
    if (dice > 0.85) return this.#killDuring(() => this.#tap());
    if (dice > 0.75) return this.#answer();
    await this.#tap();
  }

  /** Sends what the second phone still holds, and changes the name on a page that has no network meanwhile. */
  async end(page: VisitPage): Promise<void> {
    page.leave();
    await this.#sendLate();
    const { phone, ref } = this.linked;
    const name = { child: ref.child, friend: ref.visitor, name: 'Elsa', parentPhone: '070-1234567' };
    await this.#send(phone, [phone.op('editFriend', name)]);
    page.comeBack();
  }

  async #sendLate(): Promise<void> {
    await this.#send(this.#other, this.#late.splice(0));
  }

  async #tap(): Promise<void> {
    const dice = this.#rng();
    if (dice < 0.25) return void this.#late.push(this.#anyTap(this.#other, -60_000 * this.#rng()));
    if (dice < 0.4) return this.#sendLate();
    await this.#send(this.linked.phone, [this.#anyTap(this.linked.phone, 0)]);
  }

  #anyTap(phone: HouseholdOnPhone, age: number): Op {
    const { ref, visit } = this.linked;
    const now = Date.now();
    const tap = <N extends CommandName>(name: N, args: CommandArgs<N>) =>
      phone.op(name, args, { tappedAt: Math.floor(now + age) });
    const soon = new Date(now + HALF_HOUR * (1 + Math.floor(3 * this.#rng()))).toISOString();
    const dice = this.#rng();
    if (dice < 0.3) {
      const home = tap('checkOut', ref);
      this.#home = home.op;
      return home;
    }
    if (dice < 0.5) return tap('undo', { ...ref, visit, undoes: this.#home ?? visit });
    if (dice < 0.65) return tap('expectHome', { ...ref, visit, at: this.#rng() < 0.7 ? soon : null });
    if (dice < 0.8) {
      const arrived = new Date(now - HALF_HOUR * (1 + this.#rng())).toISOString();
      return tap('correctVisit', { ...ref, visit, arrived });
    }
    if (dice < 0.88) return tap('checkIn', ref);
    const name = this.#rng() < 0.5 ? 'Ella Lind' : 'Elly Lind';
    if (dice < 0.96)
      return tap('editFriend', { child: ref.child, friend: ref.visitor, name, parentPhone: '070-1234567' });
    return tap('takeLinksBack', { ...ref, visit });
  }

  /** Sends taps until they are acknowledged, and notes what the visit is then. */
  async #send(phone: HouseholdOnPhone, ops: readonly Op[]): Promise<void> {
    if (ops.length === 0) return;
    while ((await phone.trySync({ ops }).catch(() => undefined))?.status !== 200) await pause(20);
    await this.#note();
  }

  async #answer(): Promise<void> {
    const { url } = this.#server;
    const code = this.#rng() < 0.5 ? 'thanks' : 'on-my-way';
    const message = { link: this.linked.link, answer: { code } };
    await postJson(url, calls.answerVisit.path, message).catch(() => undefined);
    await this.#note();
  }

  async #killDuring(work: () => Promise<void>): Promise<void> {
    const working = work();
    await pause(this.#rng() * LONGEST_LIFE);
    await this.#server.kill();
    await this.#server.restart();
    await working;
  }

  /** Reads the documents as a phone does, and adds what a page has to show of them. */
  async #note(): Promise<void> {
    const state = await this.#present();
    if (state !== this.said.at(-1)) this.said.push(state);
  }

  async #present(): Promise<string> {
    const { phone, ref, visit: id } = this.linked;
    const read = () => phone.documents().catch(() => undefined);
    let documents = await read();
    for (; !documents; documents = await read()) await pause(20);
    const visit = documents.get(visitPath(ref.child, id)) as Visit | undefined;
    const visitor = documents.get(visitorPath(ref)) as Friend | undefined;
    const child = documents.get(childPath(ref.child)) as Child | undefined;
    if (!visit?.links || !visitor || !child) return DEAD;
    const names = { visitor: visitor.name, child: child.name, sender: undefined };
    const people = { ...names, isLatest: true, isFollowed: false };
    return stateOf(toSharedVisit(visit, people, false, ''));
  }
}
