import { serveAltered } from './altered-server.ts';

/** A server that refuses every command: it finds nothing that is there, and every new id taken. */
await serveAltered((transaction) => ({
  ...transaction,
  load: async () => ({ get: () => undefined, isTaken: () => true, visitsOf: () => [] }),
}));
