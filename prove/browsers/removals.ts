import { VISIT_STREAM } from '#domain/protocol/link-calls.ts';
import type { Op } from '#domain/protocol/sync.ts';

/** A safeguard that a control takes away: by a setting of the server, in each page, in the service worker, on the way of a sync, or on the disk. */
export interface Removal {
  /** Completes "without". */
  what: string;
  env?: Record<string, string>;
  /** Runs in each page once it is loaded. */
  inPage?: string;
  /** Runs before the service worker's own script. */
  inWorker?: string;
  alter?: (op: Op) => Op;
  /** A path that answers no browser. */
  refused?: string;
  forgets?: boolean;
}

export const noWorker: Removal = { what: 'the service worker', env: { SERVICE_WORKER: 'off' } };

/** Of a tap only what reaches the outbox is stored. */
export const noJournal: Removal = {
  what: 'the journal',
  inPage: `(() => {
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      if (!key.startsWith('framme.journal.')) set.call(this, key, value);
    };
  })()`,
};

/** Everything that a browser wrote since its start is gone after it was killed, as from a disk that lost its power. */
export const noDisk: Removal = { what: 'what reached the disk', forgets: true };

/** Each tab sends what waits, as if it were alone. */
export const noLock: Removal = {
  what: 'the lock between tabs',
  inPage:
    '(() => { LockManager.prototype.request = async (name, options, work) => (work ?? options)({ name, mode: "exclusive" }); })()',
};

/** The server reckons by the age of a tap alone. */
export const noEstimate: Removal = {
  what: 'the reckoning of the phone',
  alter: ({ estimate: _removed, ...op }) => op,
};

export const noVisitStream: Removal = { what: 'the stream of a visit', refused: VISIT_STREAM };

export const noPushListener: Removal = {
  what: 'the listener for messages',
  inWorker: `{
    const add = self.addEventListener;
    self.addEventListener = (name, ...rest) => void (name !== 'push' && add.call(self, name, ...rest));
  }`,
};
