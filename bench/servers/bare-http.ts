import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A check-in or check-out, as far as a bare server reads it. */
export interface Tap {
  /** The SHA-256 of the session token in the cookie. */
  session: string;
  household: string;
  op: string;
  isArrival: boolean;
  visitor: string;
  at: number;
}

/**
 * The HTTP half of the bare servers: `node:http` and JSON, without framework, validation, origin check or security headers.
 * `take` resolves once the tap is on disk: false if the session does not belong to the household.
 */
export function serveTaps(take: (tap: Tap) => Promise<boolean>): void {
  const server = createServer(async (request, response) => {
    const { household, ops } = JSON.parse(await bodyOf(request));
    const { op, name, args, tappedAt } = ops[0];
    const tap = { household, op, isArrival: name === 'checkIn', visitor: args.visitor, at: tappedAt };
    const isTaken = await take({ ...tap, session: hashIn(request) });
    const body = JSON.stringify(isTaken ? { outcomes: [{ op, result: 'done' }], serverNow: Date.now() } : {});
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    response.writeHead(isTaken ? 200 : 401, headers).end(body);
  });
  process.on('SIGTERM', () => process.exit(0));
  server.listen(0, '127.0.0.1', () => {
    console.log(`The bare server is ready at http://localhost:${(server.address() as AddressInfo).port}`);
  });
}

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
