import type { Id } from '#domain/ids.ts';
import type { SyncReply } from '#domain/protocol/sync.ts';
import type { Storing } from './database.ts';
import type { Meta, QueuedTap, RefusedTap, StoredDocument } from './records.ts';
import type { Replica } from './replica.ts';

/** A reply from the server, with the tab's state when it sent the request. */
export interface IncomingReply {
  meta: Meta;
  replica: Replica;
  outbox: readonly QueuedTap[];
  reply: StoredReply;
  /** The times of the request by op, in ms; empty if the reply is a page of the live stream, or of an older server. */
  sent: ReadonlyMap<Id, NonNullable<QueuedTap['sent']>>;
  /** The server's clock minus the device's, in ms. */
  skew: number;
  /** The server's clock, in ms; a page of the live stream does not tell it. */
  serverNow?: number;
  /** The device's clock when the reply arrived, in ms. */
  receivedAt: number;
  /** The new device id, if the present one turns out to be unusable. */
  nextDevice: Id;
}

/** The part of a sync reply that is stored. */
export type StoredReply = Pick<
  SyncReply,
  'outcomes' | 'changes' | 'cursor' | 'epoch' | 'restored' | 'reset' | 'history'
>;

export interface AppliedReply {
  meta: Meta;
  outbox: QueuedTap[];
  refused: RefusedTap[];
  documents: StoredDocument[];
}

/** The type of `applyReply` and `applyLivePage`. */
export type ApplyReply = (database: Storing, incoming: IncomingReply) => Promise<AppliedReply | undefined>;
