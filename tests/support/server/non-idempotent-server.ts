import { serveAltered } from './altered-server.ts';

/** A control: the server without deduplication. It forgets applied ops and their order. */
await serveAltered((transaction) => ({
  ...transaction,
  begin: async (device, ops) => ({
    ...(await transaction.begin(device, ops)),
    lastSequence: 0,
    outcomes: new Map(),
  }),
  save: (batch) => transaction.save({ ...batch, outcomes: [] }),
}));
