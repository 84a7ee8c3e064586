/** Runs tasks one at a time, in the order they were added; a failed task does not stop the next. */
export type SerialQueue = <T>(task: () => Promise<T>) => Promise<T>;

export function serialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}
