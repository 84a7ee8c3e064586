const ROUNDS = 20;
const ROWS = 5000;

/**
 * How long one core takes for a fixed piece of work like ours (text, objects, sorting), in ms: a machine that is shared is
 * not equally quick at all times, and whatever counts in ms stretches with it.
 */
export function pace(): number {
  const begun = performance.now();
  let rows = Array.from({ length: ROWS }, (_, index) => ({ name: `row ${(index * 7919) % ROWS}`, index }));
  for (let round = 0; round < ROUNDS; round++) {
    rows = JSON.parse(JSON.stringify(rows)) as typeof rows;
    rows.sort((a, b) => (round % 2 === 0 ? a.name.localeCompare(b.name) : a.index - b.index));
  }
  return performance.now() - begun;
}
