import { escapeLiteral } from 'pg';
import type { Id } from '#domain/ids.ts';
import type { Outcome } from '#domain/protocol/sync.ts';
import { transactionCalls } from '../../households/household-calls.ts';
import { type HouseholdRow, outcomeOf, syncStateOf } from '../../households/stored-rows.ts';
import type { SyncState, Transaction } from '../../ports/households.ts';
import type { LogRow } from '../../ports/retention.ts';
import { NoSuchHousehold } from '../../ports/store.ts';
import { type Connection, listing, queriesOf } from '../connection/connection.ts';
import type { GroupMember, RunStep, Step } from '../connection/query-batch.ts';
import { loadStep } from './load.ts';
import { saveAll } from './save.ts';

// Its own statement: columns that a locking statement reads may be from before its wait.
const LOCKED = 'SELECT id, number, version, devices, sizes FROM households WHERE id';
const lock = listing<LockedColumns>(`${LOCKED} = $1 FOR UPDATE`);

export type LockedColumns = [id: Id, number: number, version: number, devices: string, sizes: string];

export function lockedRow([, number, version, devices, sizes]: LockedColumns): HouseholdRow {
  return { number, version, devices, sizes };
}

/** Until the connection's transaction ends. */
export async function lockHousehold(connection: Connection, household: Id): Promise<Transaction> {
  const read = async (): Promise<HouseholdRow> => {
    const [locked] = await connection.query(lock, household);
    if (!locked) throw new NoSuchHousehold();
    return lockedRow(locked);
  };
  let row = await read();
  const queries = queriesOf(connection);
  return {
    ...readingCalls(household, async () => row, makeAlone(connection)),
    async save(batch) {
      await saveAll(connection, [{ row, batch }]);
      row = await read();
    },
    ...transactionCalls(queries, household),
  };
}

function makeAlone(connection: Connection): RunStep {
  return async <Call, Result>(step: Step<Call, Result>, call: Call) =>
    (await step(connection, [call]))[0] as Result;
}

/** SKIP LOCKED: households locked elsewhere delay nobody. */
export function lockFree(households: readonly Id[]): string {
  return `${LOCKED} IN (${households.map(escapeLiteral).join()}) FOR UPDATE SKIP LOCKED`;
}

/** Calls that cannot be shared leave the group. */
export function sharedTransaction(household: Id, { run, row, save, leave }: GroupMember): Transaction {
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

function readingCalls(
  household: Id,
  row: () => Promise<HouseholdRow>,
  run: RunStep,
): Pick<Transaction, 'begin' | 'load' | 'restoreLog'> {
  return {
    async begin(device, ops) {
      const outcomes = await run(outcomesStep, { household, ops });
      return syncStateOf(await row(), device, outcomes);
    },
    load: (reads) => run(loadStep, { household, reads }),
    restoreLog: (children) => run(restoreLogStep, { household, children }),
  };
}

interface OutcomesCall {
  household: Id;
  ops: readonly Id[];
}

// OFFSET 0 keeps the index: the planner would join a table that it believes to be small.
const outcomes = listing<
  [call: number, op: Id, version: number | null, outcome: string | null, recordedAt: number]
>(`
   SELECT call, o.op, o.version, o.outcome, o.recorded_at
   FROM json_to_recordset($1) AS r (call int, household text, ops text[]) JOIN households h ON h.id = r.household
   CROSS JOIN LATERAL (
     SELECT op, version, outcome, recorded_at FROM outcomes WHERE op = ANY (r.ops) AND household = h.number
       AND (version IS NOT NULL OR outcome IS NOT NULL) OFFSET 0
   ) o`);

const outcomesStep: Step<OutcomesCall, SyncState['outcomes']> = async (connection, calls) => {
  const found = calls.map(() => new Map<Id, Outcome>());
  const numbered = calls.map(({ household, ops }, call) => ({ call, household, ops }));
  for (const [call, op, version, outcome, recordedAt] of await connection.query(
    outcomes,
    JSON.stringify(numbered),
  ))
    found[call]?.set(op, outcomeOf(op, { version, outcome }, recordedAt));
  return found;
};

interface LogCall {
  household: Id;
  children: readonly Id[] | undefined;
}

const logRows = listing<[call: number, child: Id, key: string, body: string]>(`
   SELECT call, a.child, a.key, a.body
   FROM json_to_recordset($1) AS r (call int, household text, children text[]) JOIN households h ON h.id = r.household
   CROSS JOIN LATERAL (
     SELECT child, key, body FROM after_restore
     WHERE household = h.number AND (r.children IS NULL OR child = ANY (r.children)) OFFSET 0) a`);

const restoreLogStep: Step<LogCall, LogRow[]> = async (connection, calls) => {
  const found = calls.map((): LogRow[] => []);
  const numbered = calls.map(({ household, children }, call) => ({ call, household, children }));
  for (const [call, child, key, body] of await connection.query(logRows, JSON.stringify(numbered)))
    found[call]?.push({ child, key, body });
  return found;
};
