import { use } from 'react';
import { type LazyPart, LoadFailed } from './lazy-part.ts';

/** Returns a part of the app. Suspends until it is loaded; throws `LoadFailed` if it cannot be. */
export function useLazyPart<T>(part: LazyPart<T>): T {
  if (part.loaded === undefined && !part.hasFailed) use(part.settled());
  if (part.loaded === undefined) throw new LoadFailed(part);
  return part.loaded;
}

/** As `useLazyPart` for several parts, which load in parallel. */
export function useLazyParts(parts: readonly LazyPart<unknown>[]): void {
  const loading = parts.map((part) => !part.loaded && !part.hasFailed && part.settled());
  for (const one of loading) if (one) use(one);
  const failed = parts.find((part) => part.loaded === undefined);
  if (failed) throw new LoadFailed(failed);
}
