import { escapeLiteral } from 'pg';
import { HouseholdSizes } from '#domain/household-sizes.ts';
import type { Id } from '#domain/ids.ts';
import type { Outcome } from '#domain/protocol/sync.ts';
import { changeAccount } from '../../auth/account-changes.ts';
import { setEmail } from '../../auth/accounts.ts';
import { consumeToken, putToken } from '../../auth/one-time-tokens.ts';
import type { SyncState, Transaction } from '../../ports/households.ts';
import { NoSuchHousehold } from '../../ports/store.ts';
import { closedBefore } from '../../shared/household-calls.ts';
import { sql } from '../../shared/queries.ts';
import { outcomeOf } from '../../shared/rows.ts';
import { type Connection, listing, queriesOf } from '../connection/connection.ts';
import type { LockedRow, Member, RunStep, Step } from '../connection/shared-steps.ts';
import { loadStep } from './load.ts';
import { restoreLogStep } from './restore-log.ts';
import { saveAll } from './save.ts';

// A statement of its own: other columns that a locking statement reads are as they were before the wait for the lock.
const lock = sql<LockedRow>('SELECT version, sizes FROM households WHERE id = $1 FOR UPDATE');

/** Locks a household until the connection's transaction ends. Returns the calls of a transaction, bound to it. */
export async function lockHousehold(connection: Connection, household: Id): Promise<Transaction> {
  const [locked] = await connection.query(lock, household);
  if (!locked) throw new NoSuchHousehold();
  const queries = queriesOf(connection);
  return {
    ...readingCalls(household, async () => locked, makeAlone(connection)),
    save: (batch) => saveAll(connection, [{ household, batch }]),
    closedBefore: (start, after, limit) => closedBefore(queries, household, start, after, limit),
    setEmail: (uid, email, now) => setEmail(queries, household, uid, email, now),
    changeAccount: (uid, decide) => changeAccount(queries, uid, decide),
    consumeOneTimeToken: (kind, hash, now) => consumeToken(queries, kind, hash, now),
    putOneTimeToken: (token) => putToken(queries, token),
  };
}

function makeAlone(connection: Connection): RunStep {
  return async <Call, Result>(step: Step<Call, Result>, call: Call) =>
    (await step(connection, [call]))[0] as Result;
}

/** Returns SQL that locks households for a group: those that another transaction has locked are left out, and so delay nobody. */
export function lockFree(households: readonly Id[]): string {
  return `SELECT id, version, sizes FROM households WHERE id IN (${households.map(escapeLiteral).join()}) FOR UPDATE SKIP LOCKED`;
}

/** Returns the calls that a work may make in a group. */
export function sharedTransaction(household: Id, { run, row, save, leave }: Member): Transaction {
  return {
    ...readingCalls(household, row, run),
    save,
    closedBefore: leave,
    setEmail: leave,
    changeAccount: leave,
    consumeOneTimeToken: leave,
    putOneTimeToken: leave,
  };
}

/** The calls that are steps: many households make them in one statement. */
function readingCalls(
  household: Id,
  row: () => Promise<LockedRow>,
  run: RunStep,
): Pick<Transaction, 'begin' | 'load' | 'restoreLog'> {
  return {
    async begin(device, ops) {
      const state = await run(stateStep, { household, device, ops });
      const { version, sizes } = await row();
      return { version, sizes: HouseholdSizes.parse(sizes), ...state };
    },
    load: (reads) => run(loadStep, { household, reads }),
    restoreLog: (children) => run(restoreLogStep, { household, children }),
  };
}

interface StateCall {
  household: Id;
  device: Id;
  ops: readonly Id[];
}

// OFFSET 0 keeps the lookups by index: the planner would join a whole table that it believes to be small.
const states = listing<
  [
    call: number,
    lastSequence: number | null,
    op: Id | null,
    version: number | null,
    outcome: string | null,
    recordedAt: number,
  ]
>(`
   SELECT call, (SELECT last_sequence FROM devices WHERE household = r.household AND device = r.device),
     o.op, o.version, o.outcome, o.recorded_at
   FROM json_to_recordset($1) AS r (call int, household text, device text, ops text[])
   LEFT JOIN LATERAL (
     SELECT op, version, outcome, recorded_at FROM outcomes WHERE household = r.household AND op = ANY (r.ops)
       AND (version IS NOT NULL OR outcome IS NOT NULL) OFFSET 0
   ) o ON TRUE`);

/** Reads the last sequence of each call's device, and the outcomes of its ops that are known. */
const stateStep: Step<StateCall, Omit<SyncState, 'version' | 'sizes'>> = async (connection, calls) => {
  const found = calls.map(() => ({ lastSequence: 0, outcomes: new Map<Id, Outcome>() }));
  const numbered = calls.map(({ household, device, ops }, call) => ({ call, household, device, ops }));
  for (const [call, lastSequence, op, version, outcome, recordedAt] of await connection.query(
    states,
    JSON.stringify(numbered),
  )) {
    const state = found[call];
    if (!state) continue;
    state.lastSequence = lastSequence ?? 0;
    if (op !== null) state.outcomes.set(op, outcomeOf(op, { version, outcome }, recordedAt));
  }
  return found;
};
