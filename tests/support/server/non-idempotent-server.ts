import { serveAltered } from './altered-server.ts';

/** The server without one defence, for a control: it never remembers which ops it has applied, nor their order. */
await serveAltered((transaction) => ({
  ...transaction,
  begin: async (device, ops) => ({
    ...(await transaction.begin(device, ops)),
    lastSequence: 0,
    outcomes: new Map(),
  }),
  save: (batch) => transaction.save({ ...batch, outcomes: [] }),
}));
