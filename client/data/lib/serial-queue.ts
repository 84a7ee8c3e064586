/** Runs pieces of work one after the other, in the order they were asked for; a failed one holds up nobody. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

export function takeTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
