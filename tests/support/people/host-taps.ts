import type { Id } from '#domain/ids.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import { type LinkedVisit, linkedVisit, mustRun } from './linked-visit.ts';

/** A host's taps on a visit that has a link; a time is so many minutes before or after now. */
export class HostTaps {
  readonly linked: LinkedVisit;
  /** The path of the reader's page, with the secret. */
  readonly path: string;

  constructor(linked: LinkedVisit) {
    this.linked = linked;
    this.path = `/visit#${linked.link}`;
  }

  async checkOut(): Promise<Id> {
    const { phone, ref } = this.linked;
    const tap = phone.op('checkOut', ref);
    await phone.sync({ ops: [tap] });
    return tap.op;
  }

  /** Undoes a check-out by its op. */
  undo(undoes: Id): Promise<void> {
    return mustRun(this.linked.phone, 'undo', { ...this.#visit, undoes });
  }

  /** Plans the way home; returns the time (ISO). */
  async plan(minutes: number): Promise<string> {
    const at = wholeMinute(minutes);
    await mustRun(this.linked.phone, 'expectHome', { ...this.#visit, at });
    return at;
  }

  /** Says that the friend arrived earlier; returns the time (ISO). */
  async correctArrival(minutes: number): Promise<string> {
    const arrived = wholeMinute(-minutes);
    await mustRun(this.linked.phone, 'correctVisit', { ...this.#visit, arrived });
    return arrived;
  }

  /** Answers a question through the link, given at a time (ISO). */
  reply(answeredAt: string, yes: boolean): Promise<void> {
    return mustRun(this.linked.phone, 'replyToAnswer', { ...this.#visit, answeredAt, yes });
  }

  takeBack(): Promise<void> {
    return mustRun(this.linked.phone, 'takeLinksBack', this.#visit);
  }

  get #visit() {
    const { ref, visit } = this.linked;
    return { ...ref, visit };
  }
}

/** Registers a family with Ella on a visit to Noah, or others, and gives a link to it. */
export async function hostWithLink(url: string, friend = 'Ella Lind', child = 'Noah'): Promise<HostTaps> {
  return new HostTaps(await linkedVisit(url, { friend, child }));
}

function wholeMinute(minutes: number): string {
  return isoTime(Math.floor(Date.now() / MINUTE_MS + minutes) * MINUTE_MS);
}
