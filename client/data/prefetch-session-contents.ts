import { calls } from '#domain/protocol/calls.ts';
import type { PrefetchSession } from './prefetch-session-element.ts';
import { ACCOUNT_KEY, LEAVING_KEY } from './storage/stored-session.ts';

/** For prefetch-session.ts, which imports none of these modules; `scripts` are URLs. */
export function prefetchSessionContents(scripts: readonly string[]): PrefetchSession {
  return { keys: [ACCOUNT_KEY, LEAVING_KEY], path: calls.whoAmI.path, scripts };
}
