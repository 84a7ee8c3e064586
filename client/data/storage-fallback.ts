import { call } from '#client/data/network/calls.ts';
import type { HouseholdState } from '#client/data/state/household-state.ts';
import { type QueuedTap, type SentTaps, toRefused } from '#client/data/storage/records.ts';
import { type Id, makeId } from '#domain/ids.ts';
import { OPS_PER_REQUEST, type Outcome } from '#domain/protocol/sync.ts';
import type { Environment } from './environment.ts';
import type { SyncContext } from './sync-context.ts';
import { syncRequest } from './sync-request.ts';

/** After more storage failures in a row, taps are sent straight from memory and journal. */
const MAX_FAILURES = 3;

/** Sends taps without IndexedDB once it has failed. A tap leaves the journal only when the server has it. */
export class StorageFallback {
  readonly #device: Id;
  #failures = 0;

  constructor(environment: Pick<Environment, 'random'>) {
    // A separate device id: the stored one continues its sequence if storage recovers.
    this.#device = makeId(environment.random(16));
  }

  reset(): void {
    this.#failures = 0;
  }

  /** Counts one more storage failure. Returns true if the fallback is due. */
  countFailure(): boolean {
    this.#failures += 1;
    return this.#failures > MAX_FAILURES;
  }

  /** Returns true if more taps wait. Rejects with CallFailed. */
  async send({ environment, account, state, store, clock }: SyncContext): Promise<boolean> {
    const taps = withSequences(state).slice(0, OPS_PER_REQUEST);
    if (taps.length === 0) return false;
    // The changes of the reply cannot be stored, so they are ignored.
    const position = { device: this.#device, cursor: state.meta?.cursor ?? null, history: null };
    const measurement = clock.startMeasurement();
    const request = syncRequest(account, position, taps, measurement.at, clock);
    const { outcomes, ...reply } = await call(environment, 'sync', request);
    clock.measure(measurement, reply);
    if (store.isClosed) return false;
    store.applySent(splitByOutcome(taps, outcomes));
    return outcomes.length > 0 && withSequences(state).length > 0;
  }
}

/** The taps the server has not answered, in order, with increasing sequences. */
function withSequences({ unsent, pending, meta, outbox }: HouseholdState): QueuedTap[] {
  const last = Math.max(meta?.sequence ?? 0, outbox.at(-1)?.sequence ?? 0);
  return [...unsent, ...pending.map((tap, i) => ({ ...tap, sequence: last + 1 + i }))];
}

function splitByOutcome(taps: readonly QueuedTap[], outcomes: readonly Outcome[]): SentTaps {
  const sent: SentTaps = { done: [], refused: [] };
  for (const tap of taps) {
    const outcome = outcomes.find(({ op }) => op === tap.op);
    if (outcome?.result === 'done') sent.done.push({ ...tap, settled: outcome.version });
    if (outcome?.result === 'refused') sent.refused.push(toRefused(tap, outcome));
  }
  return sent;
}
