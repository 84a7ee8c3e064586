import type { Id } from './ids.ts';
import type { Path } from './paths.ts';
import { HOUR_MS, MINUTE_MS } from './time.ts';

/**
 * The kinds of news for a family's own devices: an answer of the other family, a planned time home that has come, another parent's
 * tap, a question of another family to follow, or its yes or tap about a child that this one follows. Each kind with the time (ms) for which it is worth telling after it was due.
 */
export const ALERT_LIVES_MS = {
  answer: 4 * HOUR_MS,
  planned: 30 * MINUTE_MS,
  tap: HOUR_MS,
  asked: HOUR_MS,
  followed: HOUR_MS,
} as const;
export type AlertKind = keyof typeof ALERT_LIVES_MS;

/** A message to the own devices, which is read anew from the documents when it is due. A later one about the same and of its kind replaces it. */
export interface Alert {
  /** A visit; of a tap or question the visitor; of `followed` the id of the following, which must still show the visitor. */
  about: Path | Id;
  kind: AlertKind;
  /** The time (ISO) at which it is due; of `planned` and `answer` also the time that the document must still have. */
  at: string;
  tap?: AlertedTap;
  /** The devices that were told already, by the ids of their sessions. */
  reached?: readonly Id[];
}

/** The notice that was sent about a tap, and the parent who tapped, which no other family is told. */
export interface AlertedTap {
  by?: Id;
  status: 'in' | 'out';
  of: 'first' | 'corrected' | 'taken-back';
}

export function isAlertKind(kind: string): kind is AlertKind {
  return Object.hasOwn(ALERT_LIVES_MS, kind);
}
