import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SyncRequest } from '#domain/protocol/sync.ts';
import { applyOps } from '#server/sync/apply-ops.ts';
import { createE164Formatter } from '#server/sync/e164.ts';
import { openBareStore } from './bare-store.ts';

/**
 * The baseline of the comparison: `node:http` with the same queries on the same store and the same rules, and
 * nothing else. No framework, no validation, no origin check, no savepoints, no security headers.
 */
const store = openBareStore(process.env.DATA_DIR ?? '');
const e164 = createE164Formatter('SE');
const noticeHoldMs = 3_600_000;

const server = createServer(async (request, response) => {
  const receivedAt = Date.now();
  const message = JSON.parse(await bodyOf(request)) as SyncRequest;
  const account = store.session(hashIn(request), new Date(receivedAt).toISOString());
  if (account?.household !== message.household) return void response.writeHead(401).end();
  const sender = { uid: account.uid, receivedAt, noticeHoldMs, e164, onCrash: crash };
  const { outcomes } = await store.transact(account.household, (transaction) =>
    applyOps(transaction, message, sender),
  );
  const news = store.changes(account.household, message.cursor ?? 0, 500);
  const body = JSON.stringify({ outcomes, ...news, serverNow: Date.now() });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  response.writeHead(200, headers).end(body);
});

function bodyOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => resolve(body));
  });
}

function hashIn({ headers }: IncomingMessage): string {
  const token = headers.cookie?.split('=')[1] ?? '';
  return createHash('sha256').update(token).digest('base64url');
}

function crash(error: unknown): never {
  throw error;
}

process.on('SIGTERM', () => process.exit(0));
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(`The bare server is ready at http://localhost:${port}`);
});
