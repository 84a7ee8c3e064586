import type { Id } from '#domain/ids.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';

/** The result of a command on this device. */
export type RunResult =
  /** `since` is set if nothing had to change. */
  | { done: true; op: Id; since?: string }
  /** Refused by the rules on the device: nothing was stored or shown. */
  | { done: false; refusal: Refusal };
