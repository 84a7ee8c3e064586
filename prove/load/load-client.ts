import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Visit } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { VisitorRef } from '#domain/paths.ts';
import type { Op, SyncReply } from '#domain/protocol/sync.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { runFolder } from '#tests/support/run-folder.ts';

const LOG_PROCESS = fileURLToPath(new URL('ack-log-process.ts', import.meta.url));

/** One phone that checks one friend in and out, and resends each tap until it is answered. */
export class LoadClient {
  readonly phone: HouseholdOnPhone;
  readonly #visitor: VisitorRef;
  readonly #log: Writable;
  readonly ops: Id[] = [];
  /** Impossible answers: each tap on its own friend has an effect. */
  readonly wrong: string[] = [];
  unanswered: Op | undefined;
  #cursor: number | null = null;

  constructor(phone: HouseholdOnPhone, visitor: VisitorRef, log: Writable) {
    this.phone = phone;
    this.#visitor = visitor;
    this.#log = log;
  }

  /** Sends the next tap, or resends an unanswered one. Returns true if it is acknowledged. */
  async tap(): Promise<boolean> {
    return (await this.status()) === 200;
  }

  /** Like `tap`, but returns the status of the answer, 0 without one. */
  async status(): Promise<number> {
    const name = this.ops.length % 2 === 0 ? 'checkIn' : 'checkOut';
    this.unanswered ??= this.phone.op(name, this.#visitor);
    const op = this.unanswered;
    const reply = await this.phone.trySync({ ops: [op], cursor: this.#cursor }).catch(() => undefined);
    if (reply?.status === 200) this.#acknowledged(op, reply.body as SyncReply);
    return reply?.status ?? 0;
  }

  #acknowledged({ op }: Op, { outcomes: [outcome], cursor }: SyncReply): void {
    this.#cursor = cursor;
    if (outcome?.result !== 'done' || outcome.since !== undefined) this.wrong.push(JSON.stringify(outcome));
    this.#log.write(`${op}\n`);
    this.ops.push(op);
    this.unanswered = undefined;
  }
}

/** The phones of one family, and a log of acknowledged taps that another process syncs. */
export class Load {
  readonly clients: readonly LoadClient[];
  readonly #file: string;
  readonly #log: ChildProcessByStdio<Writable, null, null>;

  private constructor(
    clients: readonly LoadClient[],
    file: string,
    log: ChildProcessByStdio<Writable, null, null>,
  ) {
    this.clients = clients;
    this.#file = file;
    this.#log = log;
  }

  /** Registers a family with so many phones, each with its own friend. */
  static async on(url: string, count: number): Promise<Load> {
    const file = join(runFolder(), 'acknowledged');
    const log = spawn(process.execPath, [LOG_PROCESS, file], { stdio: ['pipe', 'inherit', 'inherit'] });
    const first = await registerHousehold(url);
    const child = await first.addChild();
    const clients: LoadClient[] = [];
    for (let i = 0; i < count; i++) {
      const visitor = await first.addFriend(child, `Ella ${i}`);
      clients.push(new LoadClient(first.anotherPhone(), visitor, log.stdin));
    }
    return new Load(clients, file, log);
  }

  set url(url: string) {
    for (const { phone } of this.clients) phone.url = url;
  }

  get ops(): Id[] {
    return this.clients.flatMap(({ ops }) => ops);
  }

  /** Makes each phone tap until a tap is not acknowledged, so many times at most. */
  async tap(times = Number.POSITIVE_INFINITY): Promise<void> {
    const tapOn = async (client: LoadClient) => {
      for (let count = 0; count < times && (await client.tap()); ) count += 1;
    };
    await Promise.all(this.clients.map(tapOn));
  }

  /** Makes the phones tap until work is done, with a pause after each tap and another one after a failure, in ms. */
  async tapDuring(work: () => Promise<unknown>, { every = 0, again = 20 } = {}) {
    const statuses = new Map<number, number>();
    let [isOver, slowest] = [false, 0];
    const tapOn = async (client: LoadClient) => {
      while (!isOver) {
        const begun = performance.now();
        const status = await client.status();
        slowest = Math.max(slowest, performance.now() - begun);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const rest = status === 200 ? every : again;
        if (rest > 0) await pause(rest);
      }
    };
    const tapping = this.clients.map(tapOn);
    await work().finally(() => {
      isOver = true;
    });
    await Promise.all(tapping);
    return { statuses, slowest };
  }

  /** Ends the log. Returns the logged ops. */
  async acknowledged(): Promise<Id[]> {
    if (!this.#log.stdin.writableEnded) {
      this.#log.stdin.end();
      const [code] = await once(this.#log, 'exit');
      if (code !== 0) throw new Error('the log of acknowledged taps fell over');
    }
    return readFileSync(this.#file, 'utf8').split('\n').filter(Boolean);
  }

  /** Compares the visits on the server with acknowledged ops, by default all. */
  async losses(of?: readonly Id[]): Promise<Losses> {
    const acknowledged = of ?? (await this.acknowledged());
    const documents = (await this.clients[0]?.phone.documents()) ?? new Map();
    const moments: Id[] = [];
    for (const [path, document] of documents) {
      if (!path.includes('/visits/')) continue;
      const { arrived, left } = document as Visit;
      moments.push(...[arrived?.op, left?.op].flatMap((op) => op ?? []));
    }
    const kept = new Set(moments);
    const sent = new Set([...this.ops, ...this.clients.map(({ unanswered }) => unanswered?.op)]);
    return {
      acknowledged: acknowledged.length,
      lost: acknowledged.filter((op) => !kept.has(op)).length,
      doubled: moments.length - kept.size + [...kept].filter((op) => !sent.has(op)).length,
      wrong: this.clients.flatMap(({ wrong }) => wrong).length,
    };
  }
}

export interface Losses {
  acknowledged: number;
  lost: number;
  doubled: number;
  wrong: number;
}

export const NO_LOSSES: Losses = { acknowledged: 0, lost: 0, doubled: 0, wrong: 0 };

export function addLosses(a: Losses, b: Losses): Losses {
  return {
    acknowledged: a.acknowledged + b.acknowledged,
    lost: a.lost + b.lost,
    doubled: a.doubled + b.doubled,
    wrong: a.wrong + b.wrong,
  };
}

/** Something was acknowledged, and all of it is there once. */
export function isKept({ acknowledged, lost, doubled, wrong }: Losses): boolean {
  return lost + doubled + wrong === 0 && acknowledged > 0;
}

export function summaryOf({ acknowledged, lost, doubled, wrong }: Losses): string {
  return `${acknowledged} acknowledged taps: ${lost} lost, ${doubled} doubled, ${wrong} wrong replies`;
}

/** Says how many replies were 503, and which were none of the expected ones. */
export function refusalsIn(statuses: ReadonlyMap<number, number>, expected: readonly number[]) {
  const others = [...statuses].filter(([status]) => !expected.includes(status));
  const told = `${statuses.get(503) ?? 0} replies were 503, ${others.length > 0 ? JSON.stringify(others) : 'none'} otherwise`;
  return { told, isExpected: others.length === 0 };
}
