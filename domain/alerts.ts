import type { Id } from './ids.ts';
import type { Path } from './paths.ts';
import { HOUR_MS, MINUTE_MS } from './time.ts';

const OF_FOLLOW = { livesMs: HOUR_MS, of: 'follow' } as const;

/** `livesMs`: after the due time, while it is worth sending. `of`: what `about` names. */
export const ALERT_KINDS = {
  answer: { livesMs: 4 * HOUR_MS, of: 'visit' },
  planned: { livesMs: 30 * MINUTE_MS, of: 'visit' },
  trip: { livesMs: HOUR_MS, of: 'visit' },
  tap: { livesMs: HOUR_MS, of: 'visitor' },
  asked: { livesMs: HOUR_MS, of: 'visitor' },
  followed: OF_FOLLOW,
  'followed-trip': OF_FOLLOW,
  unseen: OF_FOLLOW,
  coming: OF_FOLLOW,
  'not-coming': OF_FOLLOW,
  late: OF_FOLLOW,
  awaited: OF_FOLLOW,
} as const;

export type AlertKind = keyof typeof ALERT_KINDS;

/** Decided again from the documents when due. A later one with the same `about` and kind replaces it. */
export interface Alert {
  about: Path | Id;
  kind: AlertKind;
  /** ISO. The document of a `planned` or `answer` must still have this time. */
  at: string;
  /** The notice sent about a tap. `by`, the parent who tapped, is shown to no other family. */
  tap?: { by?: Id; status: 'in' | 'out'; of: 'first' | 'corrected' | 'taken-back' };
  /** Of a child on the way: when it was said, which must still stand. */
  saidAt?: string;
  /** Of a `trip`, or of a `followed-trip` at a home. */
  stage?: 'start' | 'ask' | 'host';
  /** Sessions whose device was notified already. */
  reached?: readonly Id[];
}

/** `about` is the id of a follow. */
export function namesFollow(kind: string): boolean {
  return Object.hasOwn(ALERT_KINDS, kind) && ALERT_KINDS[kind as AlertKind].of === 'follow';
}
