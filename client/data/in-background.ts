/** Ignores the failure of work that is tried again at the next occasion. */
export function inBackground(work: Promise<void>): void {
  work.catch(() => undefined);
}
