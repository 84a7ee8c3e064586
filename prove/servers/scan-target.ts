import { randomBytes } from 'node:crypto';
import { makeId } from '#domain/ids.ts';
import { calls } from '#domain/protocol/calls.ts';
import { serveAltered } from '#tests/support/server/altered-server.ts';
import { addVulnerabilities } from './vulnerabilities.ts';

// The server for scanners: without rate limits, and with new ids in each sync, so that every payload reaches
// the database. With VULNERABLE set it has a vulnerability for each scanner.
await serveAltered((transaction) => transaction, {
  store: (store) => ({ ...store, attempt: async () => 0 }),
  app: (app) => {
    app.addHook('preHandler', async (request) => {
      if (request.routeOptions.url === calls.sync.path) renew(request.body);
    });
    if (process.env.VULNERABLE) addVulnerabilities(app);
  },
});

function renew(message: unknown): void {
  if (typeof message !== 'object' || message === null || !('ops' in message)) return;
  const device = makeId(randomBytes(16));
  Object.assign(message, { device });
  if (!Array.isArray(message.ops)) return;
  for (const op of message.ops) {
    if (typeof op === 'object' && op !== null) Object.assign(op, { op: makeId(randomBytes(16)) });
  }
}
