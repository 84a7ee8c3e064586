import { serveAltered } from './altered-server.ts';

/** A server that refuses every command: it finds no document, and takes every new id as used. */
await serveAltered((transaction) => ({
  ...transaction,
  load: async () => ({ get: () => undefined, everExisted: () => true, visitsOf: () => [] }),
}));
