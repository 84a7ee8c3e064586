import type { MovedRow } from '../../ports/moving.ts';

/** Returns a row of outcomes, as both stores hold it, in the common form: the outcome as JSON, in the same letters from each. */
export function movedOutcome({ version, outcome, ...row }: MovedRow): MovedRow {
  const whole = outcome === null ? { result: 'done', version } : JSON.parse(String(outcome));
  return { ...row, outcome: JSON.stringify(whole) };
}

/** Returns a row of outcomes in the common form as both stores hold it (outcome-row.ts). */
export function storedOutcome(row: MovedRow): MovedRow {
  const outcome = JSON.parse(String(row.outcome)) as Record<string, unknown>;
  const isDone = outcome.result === 'done';
  const isPlain = isDone && Object.keys(outcome).every((key) => key === 'result' || key === 'version');
  return {
    ...row,
    version: isDone ? Number(outcome.version) : null,
    outcome: isPlain ? null : String(row.outcome),
  };
}
