import { spawn } from 'node:child_process';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { startServer } from '#tests/support/server/server-process.ts';

/** A running server with a family, and the headers of its session. */
export interface ScanTarget {
  url: string;
  family: HouseholdOnPhone;
  headers: readonly string[];
  stop: () => Promise<unknown>;
}

/** A figure of one round: a scan, which needs no file of the server and no seed. */
export const ONCE = { long: { rounds: 1, withinMs: 0 }, short: { rounds: 1, withinMs: 0 } };

/** Starts a server, with the vulnerabilities if asked to. */
async function startTarget(isVulnerable: boolean): Promise<ScanTarget> {
  const server = await startServer({
    entry: 'prove/servers/scan-target.ts',
    env: { LOG_LEVEL: 'silent', ...(isVulnerable ? { VULNERABLE: '1' } : {}) },
  });
  const family = await registerHousehold(server.url);
  const child = await family.addChild('Kim');
  await family.sync({ ops: [family.op('checkIn', await family.addFriend(child, 'Ella'))] });
  const headers = [`Cookie: ${family.cookie}`, `Origin: ${server.url}`];
  return { url: server.url, family, headers, stop: () => server.kill() };
}

/** Runs a scan on a new server. */
export async function withTarget<T>(
  isVulnerable: boolean,
  run: (target: ScanTarget) => Promise<T>,
): Promise<T> {
  const target = await startTarget(isVulnerable);
  try {
    return await run(target);
  } finally {
    await target.stop();
  }
}

/** Runs a program to its end or its deadline in ms. Returns its output. */
export async function outputOf(
  program: string,
  args: readonly string[],
  withinMs: number,
  env: Record<string, string> = {},
): Promise<string> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: withinMs,
    env: { ...process.env, ...env },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part: Buffer) => {
      printed += part;
    });
  }
  await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  return printed;
}

/** Returns the version of a program: the first number with a point in its output. */
export async function versionOf(program: string, flag: string): Promise<string> {
  return /\d+(\.\d+)+/.exec(await outputOf(program, [flag], 20_000))?.[0] ?? 'of unknown version';
}
