import { inspect } from 'node:util';
import fc from 'fast-check';
import type { Store } from '#server/store/port.ts';
import { ModelFamily } from './family.ts';
import { ModelServer } from './model-server.ts';
import { assertConsistent } from './oracle.ts';
import { anyStory, type Story } from './steps.ts';

export interface ModelRuns {
  runs: number;
  seed: number;
  /** Changes the server's store, for a control. */
  alter?: (store: Store) => Store;
  /** No new run begins after this many ms. */
  withinMs?: number;
  /** fast-check's path to a known failure. */
  path?: string;
}

/** Runs random stories until one fails. Returns the number of runs, the failure, and the commands that were applied. */
export async function runModel({ runs, seed, alter, withinMs, path }: ModelRuns) {
  const server = new ModelServer(alter);
  const applied = new Set<string>();
  try {
    const property = fc.asyncProperty(anyStory, async (story) => {
      await runStory(server, story, alter === undefined);
      for (const { op } of server.reference.applied) applied.add(op.name);
    });
    const found = await fc.check(property, {
      numRuns: runs,
      seed,
      ...(withinMs === undefined ? {} : { interruptAfterTimeLimit: withinMs, markInterruptAsFailure: false }),
      ...(path === undefined ? {} : { path }),
    });
    const { failed, numRuns, counterexamplePath, counterexample, errorInstance } = found;
    const report = failed ? `${JSON.stringify(counterexample)}\n${inspect(errorInstance)}` : '';
    return { failed, runs: numRuns, seed, path: counterexamplePath, report, applied };
  } finally {
    await server.close();
  }
}

/** Runs written-out stories. Returns the error of each, or ''. */
export async function runStories(stories: readonly Story[]): Promise<string[]> {
  const server = new ModelServer();
  try {
    const found: string[] = [];
    for (const story of stories) found.push(await runStory(server, story, true).then(() => '', inspect));
    return found;
  } finally {
    await server.close();
  }
}

async function runStory(server: ModelServer, story: Story, asksMemory: boolean): Promise<void> {
  const family = new ModelFamily(server);
  try {
    await family.begin(story);
    for (const step of story.steps) await family.take(step);
    for (const device of family.devices) await device.settle();
    // The last taps of the second phone may have changed what the first one holds.
    for (const device of family.devices) await device.settle();
    await server.idle();
    await assertConsistent(family, asksMemory);
  } finally {
    family.end();
    await server.idle();
  }
}

/** A store without deduplication: it forgets applied ops and the devices' sequences. */
export function withoutOutcomes(store: Store): Store {
  return {
    ...store,
    transact: (household, work) =>
      store.transact(household, (transaction) =>
        work({
          ...transaction,
          begin: async (device, ops) => ({
            ...(await transaction.begin(device, ops)),
            lastSequence: 0,
            outcomes: new Map(),
          }),
          save: (batch) => transaction.save({ ...batch, outcomes: [] }),
        }),
      ),
  };
}
