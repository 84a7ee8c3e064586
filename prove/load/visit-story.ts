import { setTimeout as pause } from 'node:timers/promises';
import type { CommandArgs, CommandName } from '#domain/commands/catalogue.ts';
import type { Child, Friend, Visit } from '#domain/documents.ts';
import { shownVisit } from '#domain/links/reader.ts';
import { childPath, visitorPath, visitPath } from '#domain/paths.ts';
import { calls } from '#domain/protocol/calls.ts';
import type { Op } from '#domain/protocol/sync.ts';
import type { HouseholdOnPhone } from '#tests/support/people/household.ts';
import { type LinkedVisit, linkedVisit } from '#tests/support/people/linked-visit.ts';
import { postJson } from '#tests/support/server/http.ts';
import type { RunningServer } from '#tests/support/server/server-process.ts';
import { DEAD, stateOf, type VisitPage } from './visit-page.ts';

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
    return stateOf(shownVisit(visit, names, false, ''));
  }
}
