import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Below the ephemeral ports, so that no outgoing connection takes the port first. */
const [FIRST, LAST] = [11_000, 32_000];
const SHARE = 200;
const SHARES = (LAST - FIRST) / SHARE;

/**
 * The first port of the share that belongs to this process alone as long as it lives, because it listens on that port: no
 * other process takes one of the share between the look at it and its use, or while its server restarts.
 */
let gate: Promise<number> | undefined;
/** By chance, so that what still calls a server that has ended seldom reaches the next one. */
let drawn = randomInt(SHARE);

/** Returns a free port of this machine, another than the 198 before. Throws if other processes have claimed all shares. */
export async function freePort(): Promise<number> {
  gate ??= claimGate();
  const first = await gate;
  for (;;) {
    const port = first + 1 + (drawn % (SHARE - 1));
    drawn += 1;
    const probe = await listener(port);
    if (!probe) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

async function claimGate(): Promise<number> {
  const start = randomInt(SHARES);
  for (let tried = 0; tried < SHARES; tried += 1) {
    const first = FIRST + ((start + tried) % SHARES) * SHARE;
    const held = await listener(first);
    if (!held) continue;
    held.unref();
    return first;
  }
  throw new Error(`No share of the ports from ${FIRST} to ${LAST} is left.`);
}

/** Resolves to undefined if another program uses the port. */
function listener(port: number): Promise<Server | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined)).listen(port, '127.0.0.1', () => resolve(server));
  });
}
