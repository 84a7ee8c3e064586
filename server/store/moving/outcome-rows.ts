/** Returns an outcome without its op as JSON, in the same letters from each store. */
export function withoutOp(outcome: string): string {
  const { op: _op, ...rest } = JSON.parse(outcome) as Record<string, unknown>;
  return isPlain(rest) ? plainOutcome(Number(rest.version)) : JSON.stringify(rest);
}

/** Returns the outcome of an op that is plainly done at a version. */
export function plainOutcome(version: number): string {
  return JSON.stringify({ result: 'done', version });
}

/** Returns the version of an op that is plainly done; undefined of any other outcome. */
export function plainVersion(outcome: string): number | undefined {
  const rest = JSON.parse(outcome) as Record<string, unknown>;
  return isPlain(rest) ? Number(rest.version) : undefined;
}

function isPlain(outcome: Record<string, unknown>): boolean {
  const isKnown = Object.keys(outcome).every((key) => key === 'result' || key === 'version');
  return isKnown && outcome.result === 'done';
}
