import { cp, rm } from 'node:fs/promises';
import { busyFamily } from '#e2e/support/busy-family.ts';
import { freePort } from '#tests/support/free-port.ts';
import type { HouseholdOnPhone } from '#tests/support/people/household.ts';
import { runFolder } from '#tests/support/run-folder.ts';
import { type RunningServer, startServer } from '#tests/support/server/server-process.ts';
import { patchedServer } from '../patched-server.ts';
import type { Engine, RunningBrowser } from './engine.ts';
import { type Gate, openGate } from './gate.ts';
import type { Removal } from './removals.ts';

/** The place of a check: an engine, a server, and the network between them. */
export interface Place {
  engine: Engine;
  gate: Gate;
  server: RunningServer;
  /** The safeguard that a control does without. */
  removal: Removal | undefined;
  /** A new family with friends "Vän 1" and so on, by default 8, of whom nobody is here. */
  family: (friends?: number) => Promise<HouseholdOnPhone>;
}

/** Runs a check in a place of its own, without a safeguard if it is a control. */
export async function inPlace<T>(
  engine: Engine,
  removal: Removal | undefined,
  work: (place: Place) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  const gate = await openGate(port);
  gate.alter = removal?.alter ?? gate.alter;
  gate.refused = removal?.refused;
  const server = await startWithout(removal, { PORT: String(port), PUBLIC_URL: gate.url });
  const family = (friends = 8) => busyFamily(gate.url, 'sv', { friends, here: 0 });
  try {
    return await work({ engine, gate, server, removal, family });
  } finally {
    await gate.close();
    await server.kill();
  }
}

/** Starts the server with these settings, without the safeguard of a control. */
export function startWithout(
  removal: Removal | undefined,
  env: Record<string, string>,
  flags: readonly string[] = [],
): Promise<RunningServer> {
  const { inWorker } = removal ?? {};
  const from = 'return `self.BUILD=';
  const to = `return ${JSON.stringify(inWorker)} + \`self.BUILD=`;
  const entry = inWorker && patchedServer([{ file: 'server/pages/static-files.ts', from, to }]);
  return startServer({ flags, env: { ...removal?.env, ...env }, ...(entry && { entry }) });
}

/** A check that was set up well and did not hold; any other error is a fault of its set-up. */
export class NotHeld extends Error {}

/** Runs the part of a check that claims something: whatever goes wrong in it, the claim does not hold. */
export async function claim<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new NotHeld(error instanceof Error ? error.message : String(error));
  }
}

/** Puts what is in one profile into the place of what is in another. */
export async function copyProfile(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true, maxRetries: 3 });
  await cp(from, to, { recursive: true, verbatimSymlinks: true });
}

/** Starts a browser with a new profile for some work. */
export async function inNewBrowser<T>(
  { engine }: Place,
  work: (browser: RunningBrowser) => Promise<T>,
): Promise<T> {
  const browser = await engine.launch(runFolder());
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}
