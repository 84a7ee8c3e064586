import type { VisitorRef } from '#domain/paths.ts';
import { PROTOCOL } from '#domain/protocol/calls.ts';
import type { Op, SyncReply } from '#domain/protocol/sync.ts';
import { row } from '#tests/support/phone/family.ts';
import { newId } from '#tests/support/phone/memory-server.ts';
import { Device } from './device.ts';
import { isLinkStep, type LinkStep, linkWishOf, readLink, stripLinks } from './link-steps.ts';
import type { ModelServer } from './model-server.ts';
import type { Step, Story } from './steps.ts';
import { isVisitStep, type VisitStep, wishOf } from './visit-steps.ts';

/** Two parents of one family, a phone each, and their server; runs the steps of a story on them. */
export class ModelFamily {
  readonly server: ModelServer;
  readonly devices: Device[] = [];
  readonly visitors: VisitorRef[] = [];
  wasRestored = false;
  /** A session that is never signed out, for delayed requests. */
  #ownJar: { session?: string } = {};
  readonly #child = newId();
  readonly #guest: VisitorRef = { child: this.#child, kind: 'guest', visitor: newId() };

  constructor(server: ModelServer) {
    this.server = server;
  }

  async begin({ hasLocks, hasStreams }: Story): Promise<void> {
    const { server } = this;
    await server.reset();
    server.faultOf = (jar) => this.devices.find(({ phone }) => phone.jar === jar)?.fault ?? 'none';
    await this.#addPeople();
    for (const account of [server.account, server.second]) {
      const device = new Device(server, account, { hasLocks, hasStreams });
      this.devices.push(device);
      await device.signIn();
      await device.settle();
    }
  }

  end(): void {
    for (const { tabs } of this.devices) for (const tab of tabs) tab.kill();
  }

  async take(step: Step): Promise<void> {
    if (step.do === 'deliverLate') return this.#deliverLate(step.pick);
    if (step.do === 'replay') return this.#replay(step.pick, step.days);
    if (step.do === 'pass') return this.#pass(step.ms);
    if (step.do === 'backUp') return this.server.backUp();
    if (step.do === 'restore') return this.#restore();
    if (step.do === 'read') return readLink(this.server, step);
    if (step.do === 'stripLinks') return stripLinks(this.server);
    const device = this.devices[step.phone];
    if (device) await this.#takeOn(device, step);
  }

  async #takeOn(
    device: Device,
    step: Exclude<
      Step,
      { do: 'deliverLate' | 'replay' | 'pass' | 'backUp' | 'restore' | 'read' | 'stripLinks' }
    >,
  ): Promise<void> {
    if (step.do === 'network') device.fault = step.fault;
    else if (step.do === 'storage') this.#setStorage(device, step);
    else if (step.do === 'clock') device.phone.clockError = step.error;
    else if (step.do === 'signOut') await this.#signOut(device);
    else if (step.do === 'tap') await this.#tap(device, step);
    else if (step.do === 'undo') await this.#undo(device, step);
    else if (step.do === 'addGuest') await this.#addGuest(device, step.tab);
    else if (step.do === 'removeGuest') await device.run(step.tab, 'deleteGuest', guestArgs(this.#guest));
    else if (step.do === 'kill') device.kill(step.tab);
    else if (isLinkStep(step)) await Promise.race([this.#share(device, step), this.#turns(50)]);
    else if (isVisitStep(step)) await Promise.race([this.#mend(device, step), this.#turns(50)]);
    else device.tabs[step.tab]?.[step.do]();
  }

  #setStorage(device: Device, { what, state }: Step & { do: 'storage' }): void {
    Object.assign(device.phone, { [what]: state });
    if (what === 'database') device.outages += 1;
  }

  async #tap(device: Device, { tab, who, status, awaited }: Step & { do: 'tap' }): Promise<void> {
    const visitor = this.visitors[who];
    if (!visitor) return;
    const told = device.run(tab, status, visitor);
    if (awaited) await Promise.race([told, this.#turns(50)]);
  }

  async #undo(device: Device, { tab, who }: Step & { do: 'undo' }): Promise<void> {
    const [view, visitor] = [device.view(tab), this.visitors[who]];
    const undo = view && visitor && row(view, visitor)?.undo;
    if (undo) await Promise.race([device.run(tab, 'undo', undo), this.#turns(50)]);
  }

  /** Mends a mistake, as far as the tab's screen offers it. A removal may be undone at once, as by its toast. */
  async #mend(device: Device, step: VisitStep): Promise<void> {
    const { server, visitors } = this;
    const wish = wishOf(step, device.view(step.tab), visitors, server.clock + device.phone.clockError);
    if (wish) await device.run(step.tab, wish.name, wish.args as never);
    if (step.do !== 'removeVisit' || !step.undone) return;
    const { phone, tab } = step;
    await this.#mend(device, { do: 'restoreVisit', phone, tab, pick: 0 });
  }

  /** Gives or takes back links, or plans the way home, as far as the tab's screen offers it. */
  async #share(device: Device, step: LinkStep): Promise<void> {
    const wish = linkWishOf(step, device.view(step.tab), this.server.clock + device.phone.clockError);
    if (wish) await device.run(step.tab, wish.name, wish.args as never);
  }

  async #addGuest(device: Device, tab: number): Promise<void> {
    const { child, visitor } = this.#guest;
    const told = device.run(tab, 'addGuest', { child, guest: visitor, name: 'Nils', parentUserId: 'farmor' });
    await Promise.race([told, this.#turns(50)]);
  }

  /** Skipped for a phone without storage, which cannot store its sign-out either. */
  async #signOut(device: Device): Promise<void> {
    Object.assign(device.phone, { storage: 'works', database: 'works' });
    await device.signOut();
  }

  /** Delivers a delayed request now. */
  async #deliverLate(pick: number): Promise<void> {
    const [late] = this.server.late.splice(pick % Math.max(1, this.server.late.length), 1);
    if (late) await this.server.sync(late.jar, late.body);
  }

  /** Replays a request days later: every op must get its former outcome. */
  async #replay(pick: number, days: number): Promise<void> {
    await this.#pass(days * 24 * 60 * 60_000);
    const exchange = this.server.exchanges[pick % Math.max(1, this.server.exchanges.length)];
    if (!exchange) return;
    const { status, body } = await this.server.sync(this.#ownJar, exchange.body);
    const again = withoutTimes((body as SyncReply).outcomes);
    const first = withoutTimes(exchange.reply.outcomes);
    if (status !== 200 || again !== first) throw new Error(`replayed, ${first} became ${again}`);
  }

  async #restore(): Promise<void> {
    this.wasRestored = (await this.server.restore()) || this.wasRestored;
  }

  /** Lets the phones bring back what a backup lacked. */
  async replay(): Promise<void> {
    for (const device of this.devices) device.repair();
    for (let round = 0; round < 5; round++) {
      for (const { tabs } of this.devices) for (const tab of tabs) await tab.data.household()?.syncNow();
    }
  }

  async #pass(ms: number): Promise<void> {
    await this.server.idle();
    this.server.clock += ms;
  }

  async #turns(count: number): Promise<void> {
    for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
  }

  async #addPeople(): Promise<void> {
    const child = this.#child;
    const [ella, omar, nils] = [newId(), newId(), newId()];
    const parentPhone = '070-123 45 67';
    const wishes: [string, unknown][] = [
      ['addChild', { child, name: 'Kim', birthDate: '2018-05-04' }],
      ['addFriend', { child, friend: ella, name: 'Ella', parentPhone }],
      ['addFriend', { child, friend: omar, name: 'Omar', parentPhone }],
      ['addGuest', { child, guest: nils, name: 'Nils', parentUserId: 'farmor' }],
    ];
    const now = this.server.clock;
    const ops = wishes.map(
      ([name, args], i): Op => ({
        op: newId(),
        sequence: i + 1,
        name,
        args,
        tappedAt: now,
        zone: 'UTC',
      }),
    );
    const { household } = this.server.account;
    this.#ownJar = { session: await this.server.openSession() };
    const usual = { protocol: PROTOCOL, household, device: newId(), cursor: null, deviceNow: now };
    await this.server.sync(this.#ownJar, { ...usual, ops });
    for (const visitor of [ella, omar]) this.visitors.push({ child, kind: 'friend', visitor });
    this.visitors.push({ child, kind: 'guest', visitor: nils });
  }
}

/** Without the time of the first answer, which only a repeated one tells. */
function withoutTimes(outcomes: SyncReply['outcomes']): string {
  return JSON.stringify(outcomes.map((outcome) => ({ ...outcome, receivedAt: undefined })));
}

function guestArgs({ child, visitor }: VisitorRef) {
  return { child, guest: visitor };
}
