import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports, so that no outgoing connection takes the port first. */
const [FIRST, LAST] = [11_000, 32_000];
const SHARES = 35;
/** The ports of one of the processes that test at the same time: nobody else takes one between the look at it and its use. */
const SHARE = (LAST - FIRST) / SHARES;

const own = Number(process.env.VITEST_POOL_ID ?? 0) % SHARES;
let tried = randomInt(SHARE);

/** Returns a free port of this machine, each time another. */
export async function freePort(): Promise<number> {
  for (;;) {
    tried += 1;
    const port = FIRST + own * SHARE + (tried % SHARE);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
