import type { Visit } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { VisitorRef } from '#domain/paths.ts';
import type { Op, SyncReply } from '#domain/protocol/sync.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import type { AckLog } from './ack-log.ts';

/** One phone that checks one friend in and out, and resends each tap until it is answered. */
export class LoadClient {
  readonly phone: HouseholdOnPhone;
  readonly #visitor: VisitorRef;
  readonly #ackLog: AckLog;
  readonly ops: Id[] = [];
  /** Impossible answers: each tap on its own friend has an effect. */
  readonly wrong: string[] = [];
  unanswered: Op | undefined;
  #cursor: number | null = null;

  constructor(phone: HouseholdOnPhone, visitor: VisitorRef, ackLog: AckLog) {
    this.phone = phone;
    this.#visitor = visitor;
    this.#ackLog = ackLog;
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
    this.#ackLog.record(op);
    this.ops.push(op);
    this.unanswered = undefined;
  }

  /** Taps until `isOver`, or until a tap is not acknowledged. */
  async tapUntil(isOver: () => boolean): Promise<void> {
    while (!isOver() && (await this.tap()));
  }
}

/** Registers a family with `count` phones, each with its own friend. */
export async function loadClientsOf(url: string, count: number, ackLog: AckLog): Promise<LoadClient[]> {
  const first = await registerHousehold(url);
  const child = await first.addChild();
  const clients: LoadClient[] = [];
  for (let i = 0; i < count; i++) {
    const visitor = await first.addFriend(child, `Ella ${i}`);
    clients.push(new LoadClient(first.anotherPhone(), visitor, ackLog));
  }
  return clients;
}

/** Compares the visits on the server with the acknowledged ops. */
export async function countLosses(clients: readonly LoadClient[], acknowledgedOps: readonly Id[]) {
  const [first] = clients;
  const documents = first ? await first.phone.documents() : new Map();
  const moments: Id[] = [];
  for (const [path, document] of documents) {
    if (!path.includes('/visits/')) continue;
    const { arrived, left } = document as Visit;
    moments.push(...[arrived?.op, left?.op].flatMap((op) => op ?? []));
  }
  const kept = new Set(moments);
  const sent = new Set(clients.flatMap(({ ops, unanswered }) => [...ops, unanswered?.op ?? '']));
  return {
    acknowledged: acknowledgedOps.length,
    lost: acknowledgedOps.filter((op) => !kept.has(op)).length,
    doubled: moments.length - kept.size + [...kept].filter((op) => !sent.has(op)).length,
    wrong: clients.flatMap(({ wrong }) => wrong).length,
  };
}

export type Losses = Awaited<ReturnType<typeof countLosses>>;

export const NO_LOSSES: Losses = { acknowledged: 0, lost: 0, doubled: 0, wrong: 0 };

export function addLosses(a: Losses, b: Losses): Losses {
  return {
    acknowledged: a.acknowledged + b.acknowledged,
    lost: a.lost + b.lost,
    doubled: a.doubled + b.doubled,
    wrong: a.wrong + b.wrong,
  };
}

export function summaryOf({ acknowledged, lost, doubled, wrong }: Losses): string {
  return `${acknowledged} acknowledged taps: ${lost} lost, ${doubled} doubled, ${wrong} wrong replies`;
}
