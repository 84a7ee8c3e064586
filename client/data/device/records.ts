import type { PeopleNames, RefusedCommand } from '#client/data/port.ts';
import type { CommandName } from '#domain/commands/catalogue.ts';
import type { Document, Visit } from '#domain/documents.ts';
import { type Id, makeId } from '#domain/ids.ts';
import { type Path, parsePath, subtreeRange } from '#domain/paths.ts';
import type { Basis, Estimate } from '#domain/place-tap.ts';
import type { Followed } from '#domain/protocol/following-calls.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';
import type { Change, HistoryMark, Outcome } from '#domain/protocol/sync.ts';
import { DAY_MS, OFFLINE_DAYS } from '#domain/time.ts';
import { visitLatest } from '#domain/visits/visit.ts';
import { resultOf, type Stores } from './object-stores.ts';

/** The server keeps tombstones and outcomes at least this long, in ms; so does the device. */
export const OFFLINE_MS = OFFLINE_DAYS * DAY_MS;

/** A tap as stored on the device: the operation to send, and the times its effect is shown with. */
export interface Tap {
  op: Id;
  name: CommandName;
  args: unknown;
  /** The device's clock at the tap, in ms. */
  tappedAt: number;
  zone: string;
  /** Times of the tap and of its queueing by the estimated server clock, ISO. Fixed, so that rows do not move. */
  at: string;
  receivedAt: string;
  /** The trust in `at` when the tap was made. */
  basis: Basis;
  /** Increases from tap to tap in the journal, independent of the clock. */
  order: number;
  /** The refused op that this tap retries. */
  replaces?: Id;
  /** Never sent: names a removed person if the server refuses the tap. */
  people?: PeopleNames;
}

/**
 * The times of the request by which the server placed a tap, in ms, and the version at which it decided it; without an answer
 * the times of the first attempt, and the first version that it may have got.
 */
export interface SentTimes {
  tappedAt: number;
  estimate?: Estimate;
  deviceNow: number;
  receivedAt: number;
  version?: number;
}

/** A tap in the outbox. `settled`: the version of its effect, confirmed by the server but not received yet. */
export interface QueuedTap extends Tap {
  sequence: number;
  settled?: number;
  sent?: SentTimes;
  /** Set on a tap that was made before a backup was restored, which may lack it. */
  again?: true;
  /** Set on an acknowledged tap that the server keeps until another phone brings what it rests on. */
  dormant?: true;
}

export function bySequence(one: QueuedTap, other: QueuedTap): number {
  return one.sequence - other.sequence;
}

export interface RefusedTap extends RefusedCommand {
  zone: string;
}

/** Converts a queued tap to an entry of the refused list. */
export function toRefused(
  { op, name, args, tappedAt, zone, people }: QueuedTap,
  outcome: Outcome & { result: 'refused' },
): RefusedTap {
  const refusal = outcome.refusal as Refusal;
  return { op, name, args, tappedAt, zone, refusal, ...(people && { people }) };
}

/** A document as stored; without `document`, the tombstone of everything at and below the path. */
export interface StoredDocument {
  path: Path;
  version: number;
  document?: Document;
  /** The stamp of the reply that wrote it, by which another tab reads only what is new. */
  stamp: number;
  /** Set on all but closed visits: the first screen needs them. */
  first?: 1;
  /** Set on closed visits; sorts the newest first. */
  age?: [number, Path];
  /** Set on tombstones: the time it was stored, by the device's clock in ms. */
  removedAt?: number;
}

/** The sum of the taps that the server has stored, kept in case a backup is restored that lacks them (decision 0046). */
export interface Kept {
  count: number;
  /** Characters of JSON. */
  size: number;
  /** The server's clock when they were last purged, in ms. */
  purgedAt: number;
  /** Those of them that are dormant on the server. */
  dormant?: number;
}

/** The device's sync metadata. */
export interface Meta {
  device: Id;
  /** The last sequence assigned. */
  sequence: number;
  /** Counts the applied replies; `resetStamp` is that of the last snapshot. */
  stamp: number;
  resetStamp: number;
  cursor: number | null;
  /** The cursor of the history backfill; null when complete. */
  history: HistoryMark | null;
  /** The server's clock minus the device's, in ms, as the quickest exchanges of the last page tell. */
  skew: number;
  lastHeard?: number;
  /** The session was ended on purpose: only unsent taps are here, until somebody signs in again. */
  ended?: boolean;
  /** The epoch of the cursor; absent until a server names one. */
  epoch?: Id;
  /** The acknowledged taps, which are kept beside this record. */
  kept?: Kept | undefined;
  /** A backup was restored that lacks what this phone knew; its time in ms if it is known. The parent has not closed the note. */
  restored?: { from?: number } | undefined;
  /** The last reply about children who are followed at other families; absent if there is none. */
  followed?: Followed;
}

/** The stored state of a household, or what a reply has changed of it: then only the changed documents. */
export interface StoredState {
  meta: Meta;
  outbox: QueuedTap[];
  refused: RefusedTap[];
  documents: StoredDocument[];
}

/** The metadata; undefined in a new or evicted database. */
export function storedMeta({ meta }: Stores): Promise<Meta | undefined> {
  return resultOf(meta.get('device'));
}

/** Reads the metadata; a new or evicted database starts as a new device. */
export async function readMeta(stores: Stores, random: (bytes: number) => Uint8Array): Promise<Meta> {
  const none = { sequence: 0, stamp: 0, resetStamp: 0, cursor: null, history: null, skew: 0 };
  return (await storedMeta(stores)) ?? { device: makeId(random(16)), ...none };
}

export function withoutFollowed({ followed: _former, ...meta }: Meta): Meta {
  return meta;
}

export function writeMeta({ meta }: Stores, value: Meta): void {
  meta.put(value, 'device');
}

/** Converts a change to its stored form; `receivedAt` is the device's clock in ms. Undefined if the path is unknown. */
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
  return { ...stored, document: known, age: [-Date.parse(visitLatest(visit)), stored.path] };
}

/** Stores the documents that are newer than the stored ones, and returns them; `isReset`: they replace all. */
export async function putDocuments(
  { documents, keyRange }: Stores,
  newer: readonly StoredDocument[],
  isReset: boolean,
): Promise<StoredDocument[]> {
  if (isReset) documents.clear();
  const stored = await Promise.all(
    newer.map(({ path }) => resultOf(documents.get(path)) as Promise<StoredDocument | undefined>),
  );
  // Checked against the database too: memory may not hold every closed visit yet.
  const fresh = newer.filter(({ version }, i) => (stored[i]?.version ?? -1) < version);
  for (const entry of fresh) {
    const { from, to } = subtreeRange(entry.path);
    if (!entry.document) documents.delete(keyRange.bound(from, to, false, true));
    documents.put(entry);
  }
  return fresh;
}
