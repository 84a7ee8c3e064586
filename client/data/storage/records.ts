import type { PeopleNames, RefusedCommand, SavedFollowers } from '#client/data/port.ts';
import type { CommandName } from '#domain/commands/catalogue.ts';
import type { Document, Visit } from '#domain/documents.ts';
import { type Id, makeId } from '#domain/ids.ts';
import { type Path, parsePath } from '#domain/paths.ts';
import type { FollowList } from '#domain/protocol/following-calls.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';
import type { Change, HistoryMark, Op, Outcome } from '#domain/protocol/sync.ts';
import type { Basis, Estimate } from '#domain/resolve-tap-time.ts';
import { DAY_MS, OFFLINE_DAYS } from '#domain/time.ts';
import { tripEnd } from '#domain/trips/trip.ts';
import { visitLatest } from '#domain/visits/visit.ts';

/** In ms; server and device keep tombstones and outcomes at least this long. */
export const OFFLINE_MS = OFFLINE_DAYS * DAY_MS;

export interface NewTap {
  op: Id;
  name: CommandName;
  args: unknown;
  /** The device's clock, in ms. */
  tappedAt: number;
  zone: string;
  /** ISO times of tap and queueing by the estimated server clock; fixed, so that rows do not move. */
  at: string;
  receivedAt: string;
  /** Certainty of `at` when the tap was made. */
  basis: Basis;
  replaces?: Id;
  /** Never sent: names a removed person if the server refuses the tap. */
  people?: PeopleNames;
}

export interface Tap extends NewTap {
  /** Increases from tap to tap, independent of the clock. */
  order: number;
}

/**
 * Times, in ms, of the request that the server answered, or of the first attempt if none was. `version`: at
 * its decision, or the lowest possible.
 */
export interface SentTimes {
  tappedAt: number;
  estimate?: Estimate;
  deviceNow: number;
  receivedAt: number;
  version?: number;
}

export function timesOf({ tappedAt, estimate }: Op, deviceNow: number, receivedAt: number): SentTimes {
  return { tappedAt, ...(estimate && { estimate }), deviceNow, receivedAt };
}

/** `settled`: the version of its effect, confirmed by the server but not received yet. */
export interface QueuedTap extends Tap {
  sequence: number;
  settled?: number;
  sent?: SentTimes;
  /** Made before a restore; the backup may lack it. */
  again?: true;
  /** Acknowledged, without effect until another phone resends what the tap depends on. */
  dormant?: true;
}

/** Keeps `sent`, by which the server places the tap again. */
export function asUnsent({ settled: _version, dormant: _awake, ...tap }: QueuedTap): QueuedTap {
  return { ...tap, again: true };
}

export function bySequence(one: QueuedTap, other: QueuedTap): number {
  return one.sequence - other.sequence;
}

export interface RefusedTap extends RefusedCommand {
  zone: string;
}

export function byTime(one: RefusedTap, other: RefusedTap): number {
  return one.tappedAt - other.tappedAt;
}

export function toRefused(
  { op, name, args, tappedAt, zone, people }: QueuedTap,
  outcome: Outcome & { result: 'refused' },
): RefusedTap {
  const refusal = outcome.refusal as Refusal;
  return { op, name, args, tappedAt, zone, refusal, ...(people && { people }) };
}

/** Without `document`: the tombstone of everything at and below the path. */
export interface StoredDocument {
  path: Path;
  version: number;
  document?: Document;
  /** Stamp of its reply; other tabs read only newer ones. */
  stamp: number;
  /** Set on all that the first screen needs: not on closed visits, unless a trip began with their end. */
  first?: 1;
  /** Set on closed visits; sorts newest first. */
  age?: [number, Path];
  /** Set on tombstones when stored, by the device's clock in ms. */
  removedAt?: number;
}

/** Acknowledged taps, saved in case a restored backup lacks them (decision 0046). */
export interface AckedSummary {
  count: number;
  /** In characters of JSON. */
  size: number;
  /** The server's clock, in ms. */
  purgedAt: number;
  dormant?: number;
}

export interface Meta {
  device: Id;
  sequence: number;
  /** Counts applied replies; `resetStamp` is that of the last snapshot. */
  stamp: number;
  resetStamp: number;
  cursor: number | null;
  /** Cursor of the history backfill; null when complete. */
  history: HistoryMark | null;
  /** Server clock minus device clock in ms, from the last page's quickest exchanges. */
  skew: number;
  lastHeard?: number;
  /** Ended on purpose: only unsent taps are here until the next sign-in. */
  ended?: boolean;
  epoch?: Id;
  /** The taps are stored under their own keys. */
  kept?: AckedSummary | undefined;
  /** A restored backup lacks documents this phone knew; `from`: its time in ms. Until the note is closed. */
  restored?: { from?: number } | undefined;
  followed?: FollowList | undefined;
  followers?: SavedFollowers | undefined;
  /** The last restore of the server, for 14 days; ms by its clock. */
  restoredAt?: number | undefined;
}

/** `documents`: all, or only the changed ones. */
export interface StoredState {
  meta: Meta;
  outbox: QueuedTap[];
  refused: RefusedTap[];
  documents: StoredDocument[];
}

export function newMeta(random: (bytes: number) => Uint8Array): Meta {
  const none = { sequence: 0, stamp: 0, resetStamp: 0, cursor: null, history: null, skew: 0 };
  return { device: makeId(random(16)), ...none };
}

export function withoutReplies({ followed: _former, followers: _formerToo, ...meta }: Meta): Meta {
  return meta;
}

/** `receivedAt`: the device's clock, in ms. */
export function toStored(
  { path, version, document }: Change,
  stamp: number,
  receivedAt: number,
): StoredDocument | undefined {
  const kind = parsePath(path)?.kind;
  if (kind === undefined) return undefined;
  const stored = { path: path as Path, version, stamp };
  if (!document) return { ...stored, first: 1, removedAt: receivedAt };
  // The server validated the document when it was written.
  const known = document as unknown as Document;
  const visit = kind === 'visit' ? (known as Visit) : undefined;
  if (!visit || visit.open) return { ...stored, document: known, first: 1 };
  const isFirst = visit.trip && receivedAt < tripEnd(visit.trip);
  const age: StoredDocument['age'] = [-Date.parse(visitLatest(visit)), stored.path];
  return { ...stored, document: known, age, ...(isFirst && { first: 1 }) };
}
