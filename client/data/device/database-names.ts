import type { Environment } from '#client/data/environment.ts';

/** The longest wait for the list, in ms: some browsers never answer. */
const TIMEOUT_MS = 5000;

/** The names of the databases of this origin; none if the browser lists none. */
export function databaseNames({
  indexedDB,
  after,
}: Pick<Environment, 'indexedDB' | 'after'>): Promise<string[]> {
  return new Promise((resolve) => {
    const stop = after(TIMEOUT_MS, () => resolve([]));
    // An older browser has no such method, or throws.
    Promise.resolve()
      .then(() => indexedDB?.databases?.() ?? [])
      .then(
        (found) => resolve(found.flatMap(({ name }) => name ?? [])),
        () => resolve([]),
      )
      .finally(stop);
  });
}
