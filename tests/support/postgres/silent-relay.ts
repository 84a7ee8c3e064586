import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** A way to a database that can fall silent, as when its host loses power or its network. */
export interface SilentRelay {
  /** The database's address by way of the relay. */
  address: string;
  /** From now on nothing passes in either direction, and no connection ends. */
  fallSilent(): void;
  /** Resolves once nothing has passed for a moment: a server has done what it does at its start. */
  untilQuiet(): Promise<void>;
}

/** Shorter than the time between two looks of a server at its queues, in ms. */
const MOMENT_MS = 250;

/** Starts a relay to the host and port of an address; it ends with the test. */
export async function startSilentRelay(address: string): Promise<SilentRelay> {
  const target = new URL(address);
  const sockets = new Set<Socket>();
  let isSilent = false;
  let passedAt = performance.now();
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('error', () => undefined);
    from.on('data', (chunk) => {
      passedAt = performance.now();
      if (!isSilent) to.write(chunk);
    });
    from.on('end', () => void (isSilent || to.end()));
  };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const database = connect({
      host: target.hostname,
      port: Number(target.port || 5432),
      allowHalfOpen: true,
    });
    pass(client, database);
    pass(database, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const relayed = new URL(address);
  relayed.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address: relayed.href,
    fallSilent() {
      isSilent = true;
    },
    async untilQuiet() {
      while (performance.now() < passedAt + MOMENT_MS) await pause(MOMENT_MS / 10);
    },
  };
}
