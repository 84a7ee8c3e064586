import { type LazyPart, LoadFailed } from './lazy-part.ts';

/** Returns a part of the app. Suspends until it is loaded; throws `LoadFailed` if it cannot be. */
export function useLazyPart<T>(part: LazyPart<T>): T {
  return loadedPart(part);
}

/** As `useLazyPart` for several parts, which load in parallel. */
export function useLazyParts(parts: readonly LazyPart<unknown>[]): void {
  for (const part of parts) if (part.loaded === undefined && !part.hasFailed) void part.settled();
  for (const part of parts) loadedPart(part);
}

function loadedPart<T>(part: LazyPart<T>): T {
  // Thrown, not used: React's `use` takes the next part's promise for this one's when it renders again.
  if (part.loaded === undefined && !part.hasFailed) throw part.settled();
  if (part.loaded === undefined) throw new LoadFailed(part);
  return part.loaded;
}
