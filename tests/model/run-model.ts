import { inspect } from 'node:util';
import fc from 'fast-check';
import type { Store } from '#server/store/ports/store.ts';
import { alteredStore, withoutDeduplication } from '#tests/support/server/altered-store.ts';
import { ModelFamily } from './family.ts';
import { ModelServer } from './model-server.ts';
import { assertConsistent } from './oracle.ts';
import { anyStory, type Story } from './steps.ts';

export interface ModelRuns {
  runs: number;
  seed: number;
  /** Changes the server's store, for a control. */
  alter?: (store: Store) => Store;
  /** A control need not be made short. */
  isControl?: boolean;
  /** No new run begins after this many ms. */
  withinMs?: number;
  /** The stories to choose from. */
  stories?: fc.Arbitrary<Story>;
  /** fast-check's path to a known failure. */
  path?: string;
}

/** Runs random stories until one fails. Returns the number of runs, the failure, and the commands that were applied. */
export async function runModel(given: ModelRuns) {
  const { runs, seed, alter, withinMs, path, stories = anyStory, isControl = alter !== undefined } = given;
  await using server = new ModelServer(alter);
  const applied = new Set<string>();
  let restores = 0;
  const property = fc.asyncProperty(stories, async (story) => {
    restores += Number(await runStory(server, story, alter === undefined));
    for (const { op } of server.reference.applied) applied.add(op.name);
  });
  const found = await fc.check(property, {
    numRuns: runs,
    seed,
    endOnFailure: isControl,
    ...(withinMs === undefined ? {} : { interruptAfterTimeLimit: withinMs, markInterruptAsFailure: false }),
    ...(path === undefined ? {} : { path }),
  });
  const { failed, numRuns, counterexamplePath, counterexample, errorInstance } = found;
  const report = failed ? `${JSON.stringify(counterexample)}\n${inspect(errorInstance)}` : '';
  return { failed, runs: numRuns, seed, path: counterexamplePath, report, applied, restores };
}

/** Runs a story that is written out. */
export async function runWritten(story: Story): Promise<void> {
  await using server = new ModelServer();
  await runStory(server, story, true);
}

/** Returns true if a backup was restored in the story. */
async function runStory(server: ModelServer, story: Story, asksMemory: boolean): Promise<boolean> {
  const family = new ModelFamily(server);
  try {
    await family.begin(story);
    for (const step of story.steps) await family.take(step);
    if (family.wasRestored) await family.replay();
    if (story.endsBroken) await agree(family, asksMemory, { repairsStorage: false });
    await agree(family, asksMemory);
    if (!story.endsBroken) return family.wasRestored;
    for (const device of family.devices) await device.reloadOffline();
    await assertConsistent(family, asksMemory);
    return family.wasRestored;
  } finally {
    family.end();
    await server.idle();
  }
}

/** Waits until all is sent, and throws if something was lost or two screens differ. */
async function agree(
  family: ModelFamily,
  asksMemory: boolean,
  how = { repairsStorage: true },
): Promise<void> {
  for (const device of family.devices) await device.settle(how);
  // The last taps of the second phone may have changed what the first one holds.
  for (const device of family.devices) await device.settle(how);
  await family.server.idle();
  await assertConsistent(family, asksMemory);
}

/** A store that does not tell its epoch: a restored backup is another one in silence. */
export function withoutEpoch(store: Store): Store {
  return { ...store, epoch: () => 'always0000' };
}

/** A store that forgets at once where links lead. */
export function withoutLinkRows(store: Store): Store {
  return {
    ...store,
    async transact(household, work) {
      const result = await store.transact(household, work);
      const rows = await store.linksMadeBefore('~', 1000);
      await store.forgetLinks(rows.map(({ hash }) => hash));
      return result;
    },
  };
}

/** A store that files every arrival under one parent, whoever tapped. */
export function withOneParent(store: Store): Store {
  const by = 'somebody000';
  return alteredStore(store, (transaction) => ({
    ...transaction,
    save: (batch) =>
      transaction.save({
        ...batch,
        documents: batch.documents.map((one) => {
          const { document } = one;
          const arrived = document && 'arrived' in document ? document.arrived : undefined;
          return document && arrived
            ? { ...one, document: { ...document, arrived: { ...arrived, by } } }
            : one;
        }),
      }),
  }));
}

/** A store without deduplication: it forgets applied ops and the devices' sequences. */
export function withoutOutcomes(store: Store): Store {
  return alteredStore(store, withoutDeduplication);
}
