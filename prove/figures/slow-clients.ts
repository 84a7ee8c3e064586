import { type ChildProcess, fork } from 'node:child_process';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { VisitorRef } from '#domain/paths.ts';
import { calls, PROTOCOL } from '#domain/protocol/calls.ts';
import { SERVER_FLAGS } from '#scripts/launch.mjs';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import type { Edit } from '../defences/defence.ts';
import { type Figure, type Finding, rounds, type Scale } from '../figure.ts';
import { compileCache } from '../machine.ts';
import { patchedServer } from '../patched-server.ts';

const SLOW = 1000;
/** Of those, some are just being closed by the server and begin anew. */
const LEAST_OPEN = 800;
const MOST_SLOWDOWN = 2;
/** The taps of a stretch with or without slow clients, and the pause after each, in ms. */
const [TAPS, TAP_EVERY] = [150, 20];
const OPENING_MS = 3000;
/** A tap without an answer counts as this long, in ms. */
const UNANSWERED = 10_000;

const PATCH: readonly Edit[] = [
  {
    file: 'server/app.ts',
    from: '  refuseExpectations(app, headers);\n',
    to: '  refuseExpectations(app, headers);\n  app.server.maxConnections = 500;\n',
  },
];

/** Figure 28: clients that send slowly, beside a family whose phones come with new connections. */
export const slowClients: Figure = {
  number: 28,
  title: `${SLOW} clients that send nothing, or a byte of a head or body at a time, beside a family that taps`,
  aim: `median and 95th percentile of the taps at most ${MOST_SLOWDOWN} times those without, in alternating stretches`,
  long: { rounds: 10, withinMs: 600_000 },
  short: { rounds: 2, withinMs: 60_000 },
  run: (scale) => besideSlowClients(scale, 'server/main.ts'),
  control: {
    what: 'the same server with places for 500 connections',
    rounds: 1,
    patch: PATCH,
    run: (scale) => besideSlowClients(scale, patchedServer(PATCH)),
  },
};

async function besideSlowClients(scale: Scale, entry: string): Promise<Finding> {
  const server = await startServer({
    entry,
    flags: SERVER_FLAGS,
    env: { ...compileCache, LOG_LEVEL: 'silent' },
  });
  const { cookie } = await registerHousehold(server.url, 'Slow');
  const slow = startSlowClients(server.url, cookie);
  try {
    const family = await familyOf(server.url);
    await family.tapOften();
    const [alone, beside]: [number[], number[]] = [[], []];
    let leastOpen = SLOW;
    const done = await rounds(scale, async () => {
      alone.push(...(await family.tapOften()));
      slow.process.send?.('begin');
      await pause(OPENING_MS);
      beside.push(...(await family.tapOften(() => (leastOpen = Math.min(leastOpen, slow.open)))));
      slow.process.send?.('end');
      await pause(OPENING_MS / 3);
    });
    const ratios = [0.5, 0.95].map((share) => at(beside, share) / at(alone, share));
    const both = [0.5, 0.95].map(
      (share) => `${at(beside, share).toFixed(1)} ms beside ${at(alone, share).toFixed(1)} ms`,
    );
    return {
      rounds: done,
      found: `${beside.length} taps beside at least ${leastOpen} open slow clients: median ${both[0]}, 95th percentile ${both[1]} without them`,
      holds: ratios.every((ratio) => ratio <= MOST_SLOWDOWN) && leastOpen >= LEAST_OPEN,
    };
  } finally {
    slow.process.kill();
    await server.kill();
  }
}

function startSlowClients(url: string, cookie: string): { process: ChildProcess; readonly open: number } {
  const file = fileURLToPath(new URL('../load/slow-clients-process.ts', import.meta.url));
  const child = fork(file, [url, String(SLOW), cookie]);
  let open = 0;
  child.on('message', (count) => {
    open = Number(count);
  });
  return {
    process: child,
    get open() {
      return open;
    },
  };
}

/** A family that checks one friend in and out, each time over a new connection. */
async function familyOf(url: string) {
  const phone = await registerHousehold(url);
  const friend = await phone.addFriend(await phone.addChild());
  const { cursor } = await phone.sync();
  let taps = 0;
  return {
    /** Returns the ms of each tap; `between` is called before each. */
    async tapOften(between: () => void = () => undefined): Promise<number[]> {
      const latencies: number[] = [];
      for (let i = 0; i < TAPS && latencies.filter((ms) => ms === UNANSWERED).length < 10; i += 1) {
        between();
        latencies.push(await tap(phone, friend, taps, cursor));
        taps += 1;
        await pause(TAP_EVERY);
      }
      return latencies;
    },
  };
}

/** Resolves with the ms until the tap was answered with 200. */
function tap(phone: HouseholdOnPhone, friend: VisitorRef, index: number, cursor: number): Promise<number> {
  const op = phone.op(index % 2 === 0 ? 'checkIn' : 'checkOut', friend);
  const { household } = phone.account;
  const message = {
    protocol: PROTOCOL,
    household,
    device: phone.device,
    cursor,
    deviceNow: phone.now(),
    ops: [op],
  };
  const headers = { origin: phone.url, cookie: phone.cookie, 'content-type': 'application/json' };
  const begun = performance.now();
  return new Promise((resolve) => {
    const asking = request(phone.url + calls.sync.path, { method: 'POST', headers, agent: false });
    asking.setTimeout(UNANSWERED, () => asking.destroy());
    asking.on('error', () => resolve(UNANSWERED));
    asking.on('response', (answer) => {
      const isDone = answer.statusCode === 200;
      answer.resume().on('end', () => resolve(isDone ? performance.now() - begun : UNANSWERED));
    });
    asking.end(JSON.stringify(message));
  });
}

function at(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}
