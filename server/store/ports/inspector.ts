/** A stored document as it lies in its row; the columns of a visit are absent of every other one. */
export interface InspectedDocument {
  path: string;
  version: number;
  /** JSON; null of a tombstone. */
  body: string | null;
  visit?: { visitor: string | null; start: string | null; open: boolean | null };
}

export interface InspectedOutcome {
  /** The household's id, and its version in the same moment. */
  household: string;
  householdVersion: number;
  op: string;
  version: number | null;
  /** JSON; null of an op that is plainly done. */
  outcome: string | null;
}

export interface InspectedNotice {
  about: string;
  /** JSON; null once it is sent. */
  message: string | null;
}

/** One household as one moment saw it. Documents come people first, by path, then visits; a page at a time. */
export interface InspectedHousehold {
  id: string;
  version: number;
  floor: number;
  /** The sizes by child, and the last sequence of each device, as JSON. */
  sizes: string;
  devices: string;
  accounts: readonly { uid: string; email: string; emailKey: string }[];
  /** The removed children of which rows are left to purge. */
  purges: readonly string[];
  documents(): AsyncIterable<readonly InspectedDocument[]>;
  notices(): AsyncIterable<readonly InspectedNotice[]>;
  /** Returns true if any visit has a row for the link of this hash. */
  hasLinkRow(hash: string): Promise<boolean>;
}

/** Reads a whole store beside a running server, and changes nothing. */
export interface StoreInspector {
  /** Returns a sentence for each fault that the database finds in itself: its pages, indexes, tables and references. */
  database(): Promise<string[]>;
  /** Each household is to be read before the next one is asked for: then its moment ends. */
  households(): AsyncIterable<InspectedHousehold>;
  /** The outcomes of all households, a page at a time. */
  outcomes(): AsyncIterable<readonly InspectedOutcome[]>;
  close(): Promise<void>;
}

/** The facts that doctor tells of a database that answers. */
export interface Diagnosis {
  version: string;
  /** The last change that is stored, ISO; undefined if there is none or it is not asked for. */
  until?: string | undefined;
  /** Ms by which the database's clock is ahead of this machine's. */
  clockAhead?: number;
  /** True behind a pooler that gives a connection away after each transaction: then hints and prepared statements fail. */
  isPooled?: boolean;
}
