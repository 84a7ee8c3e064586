import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { calls } from '#domain/protocol/calls.ts';
import type { Op, SyncRequest } from '#domain/protocol/sync.ts';

/** The network between browsers and server: slow for syncs, or gone. */
export interface Gate {
  url: string;
  /** Ms that each sync takes to reach the server; those on their way wait on. */
  delay: number;
  /** A path that answers no browser. */
  refused?: string | undefined;
  /** Nobody answers, as where there is no network. */
  isDown: boolean;
  /** The ops of browsers that the server has answered, in this order; one that was sent twice is there twice. */
  ops: Op[];
  /** Alters the ops on their way, for a control. */
  alter: (op: Op) => Op;
  close(): Promise<void>;
}

/** Opens a gate in front of the server that will listen on this port. What is no browser passes as if there were none. */
export async function openGate(port: number): Promise<Gate> {
  const server = createServer(async (incoming, outgoing) => {
    const isBrowser = incoming.headers['user-agent']?.includes('Mozilla') ?? false;
    if (isBrowser && (gate.isDown || incoming.url === gate.refused)) return void incoming.socket.destroy();
    const isSync = isBrowser && incoming.url === calls.sync.path;
    const sync = isSync ? await throughGate(gate, incoming).catch(() => undefined) : undefined;
    const body = sync && Buffer.from(JSON.stringify(sync));
    if (incoming.socket.destroyed || (isSync && !body)) return void incoming.socket.destroy();
    const { method, url, headers } = incoming;
    const length = body ? { 'content-length': String(body.length) } : {};
    const to = { host: 'localhost', port, method, path: url, headers: { ...headers, ...length } };
    const onward = request(to, (reply) => {
      if (sync && reply.statusCode === 200) gate.ops.push(...sync.ops);
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    onward.on('error', () => incoming.socket.destroy());
    outgoing.on('close', () => onward.destroy());
    if (body) onward.end(body);
    else incoming.pipe(onward);
  });
  server.listen(0);
  await once(server, 'listening');
  const gate: Gate = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    delay: 0,
    isDown: false,
    ops: [],
    alter: (op) => op,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return gate;
}

/** Reads a sync, and resolves to what goes on to the server once the gate lets it through. Rejects if its page is gone. */
async function throughGate(gate: Gate, incoming: IncomingMessage): Promise<SyncRequest> {
  const message = JSON.parse((await buffer(incoming)).toString()) as SyncRequest;
  await new Promise((resolve) => setTimeout(resolve, gate.delay));
  return { ...message, ops: message.ops.map(gate.alter) };
}
