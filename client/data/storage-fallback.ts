import { call } from '#client/data/network/calls.ts';
import type { Copy } from '#client/data/state/state.ts';
import { type Queued, type Refused, refusedOf } from '#client/data/storage/records.ts';
import { type Id, makeId } from '#domain/ids.ts';
import { OPS_PER_REQUEST, type Outcome } from '#domain/protocol/sync.ts';
import type { Environment } from './environment.ts';
import { requestOf } from './sync-request.ts';
import type { Exchanging } from './sync-round-trip.ts';

/** After so many attempts in a row for which storage did not work, taps are sent as they lie in memory and journal. */
const PATIENCE = 3;

/** Sends taps where IndexedDB works no longer. A tap leaves the journal only when the server has it. */
export class LastResort {
  readonly #device: Id;
  #failures = 0;

  constructor(environment: Pick<Environment, 'random'>) {
    // A name of its own: the stored one counts on from where storage was left, if it ever works again.
    this.#device = makeId(environment.random(16));
  }

  /** Storage works. */
  rest(): void {
    this.#failures = 0;
  }

  /** Storage did not work once more. Out: whether that is reason enough. */
  isDue(): boolean {
    this.#failures += 1;
    return this.#failures > PATIENCE;
  }

  /** Out: whether more taps wait. Rejects with CallFailed. */
  async send({ environment, account, copy, storeroom, clock }: Exchanging): Promise<boolean> {
    const taps = numbered(copy).slice(0, OPS_PER_REQUEST);
    if (taps.length === 0) return false;
    // What changed meanwhile cannot be stored, so nothing is made of it.
    const stands = { device: this.#device, cursor: copy.meta?.cursor ?? null, history: null };
    const request = requestOf(account, stands, taps, clock.now(), clock);
    const { outcomes } = await call(environment, 'sync', request);
    if (storeroom.isClosed) return false;
    storeroom.takeSent(sortSent(taps, outcomes));
    return outcomes.length > 0 && numbered(copy).length > 0;
  }
}

/** The taps that the server has not answered, in their order, with sequences that only rise. */
function numbered({ unsent, pending, meta, outbox }: Copy): Queued[] {
  const last = Math.max(meta?.sequence ?? 0, outbox.at(-1)?.sequence ?? 0);
  return [...unsent, ...pending.map((tap, i) => ({ ...tap, sequence: last + 1 + i }))];
}

/** Taps that were sent as they lay in memory, by what became of them. */
export interface Sent {
  done: Queued[];
  refused: Refused[];
}

function sortSent(taps: readonly Queued[], outcomes: readonly Outcome[]): Sent {
  const sent: Sent = { done: [], refused: [] };
  for (const tap of taps) {
    const outcome = outcomes.find(({ op }) => op === tap.op);
    if (outcome?.result === 'done') sent.done.push({ ...tap, settled: outcome.version });
    if (outcome?.result === 'refused') sent.refused.push(refusedOf(tap, outcome));
  }
  return sent;
}
