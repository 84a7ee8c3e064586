const ROUNDS = 20;
const ROWS = 5000;

/**
 * Returns the ms one core takes for a fixed workload like ours (text, objects, sorting): the speed of a
 * shared machine varies, and every time in ms with it.
 */
export function timeReferenceWork(): number {
  const begun = performance.now();
  let rows = Array.from({ length: ROWS }, (_, index) => ({ name: `row ${(index * 7919) % ROWS}`, index }));
  for (let round = 0; round < ROUNDS; round++) {
    rows = JSON.parse(JSON.stringify(rows)) as typeof rows;
    rows.sort((a, b) => (round % 2 === 0 ? a.name.localeCompare(b.name) : a.index - b.index));
  }
  return performance.now() - begun;
}
