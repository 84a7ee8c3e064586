import type { RefusedCommand } from '#client/data/port.ts';
import type { CommandName } from '#domain/commands/catalogue.ts';
import { type Document, type Visit, visitLatest } from '#domain/documents.ts';
import { type Id, makeId } from '#domain/ids.ts';
import { type Path, parsePath } from '#domain/paths.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';
import type { Change, HistoryMark, Outcome } from '#domain/protocol/sync.ts';
import { answer, type Stores } from './object-stores.ts';

/** One tap as the device keeps it: what is sent, and the times its effect is shown with. */
export interface Tap {
  op: Id;
  name: CommandName;
  args: unknown;
  /** The device's clock at the tap, in ms. */
  tappedAt: number;
  zone: string;
  /** The tap and its queueing by the server's clock as far as the device knows it, ISO. Fixed, so that rows stay still. */
  at: string;
  receivedAt: string;
  /** Rises from tap to tap in the journal, whatever the clock does. */
  order: number;
  /** The refused op that this tap is another try of. */
  replaces?: Id;
}

/** A tap in the outbox. `settled`: the version of its effect, answered by the server but not landed here yet. */
export interface Queued extends Tap {
  sequence: number;
  settled?: number;
}

export interface Refused extends RefusedCommand {
  zone: string;
}

/** A queued tap that the server refused, as it is kept on the list of those. */
export function refusedOf(
  { op, name, args, tappedAt, zone }: Queued,
  outcome: Outcome & { result: 'refused' },
): Refused {
  return { op, name, args, tappedAt, zone, refusal: outcome.refusal as Refusal };
}

/** A document as it is kept; without one, the mark that says all at and below the path was removed. */
export interface Kept {
  path: Path;
  version: number;
  document?: Document;
  /** The landing that wrote it, so that another tab can read what is new. */
  stamp: number;
  /** Set on all but closed visits: what the first screen needs. */
  first?: 1;
  /** Set on closed visits: sorts the newest first. */
  age?: [number, Path];
  /** Set on the mark of a removal: when it landed, by the device's clock in ms. */
  removedAt?: number;
}

/** What the device knows of itself and of the server. */
export interface Meta {
  device: Id;
  /** The sequence given last. */
  sequence: number;
  /** Counts the landings; `resetStamp` is the one that last replaced everything. */
  stamp: number;
  resetStamp: number;
  cursor: number | null;
  /** Where the older visits go on that are still to be fetched. */
  history: HistoryMark | null;
  /** The server's clock minus the device's, in ms. */
  skew: number;
  lastHeard?: number;
}

/** Reads what the device knows; a database that is new, or was evicted, comes back as a new device. */
export async function readMeta({ meta }: Stores, random: (bytes: number) => Uint8Array): Promise<Meta> {
  const known = (await answer(meta.get('device'))) as Meta | undefined;
  return known ?? newMeta(makeId(random(16)));
}

function newMeta(device: Id): Meta {
  return { device, sequence: 0, stamp: 0, resetStamp: 0, cursor: null, history: null, skew: 0 };
}

export function writeMeta({ meta }: Stores, known: Meta): void {
  meta.put(known, 'device');
}

/** In: a change off the wire, the landing that writes it and the device's clock at it, in ms. Out: how it is kept, or undefined where its path is none of ours. */
export function keptOf(
  { path, version, document }: Change,
  stamp: number,
  heardAt: number,
): Kept | undefined {
  const kind = parsePath(path)?.kind;
  if (kind === undefined) return undefined;
  const kept = { path: path as Path, version, stamp };
  if (!document) return { ...kept, first: 1, removedAt: heardAt };
  // The server checked the document by its schema when it was written.
  const known = document as unknown as Document;
  const visit = kind === 'visit' ? (known as Visit) : undefined;
  if (!visit || visit.open) return { ...kept, document: known, first: 1 };
  return { ...kept, document: known, age: [-Date.parse(visitLatest(visit)), kept.path] };
}
