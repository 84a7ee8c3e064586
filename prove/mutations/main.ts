import { availableParallelism } from 'node:os';
import { GuardRunner } from './guard.ts';
import { allMutations, type Mutation } from './mutation.ts';
import { copyTree, patch } from './tree.ts';

// Usage: npm run prove:mutations [-- parts of a file name or test title]
const wanted = process.argv.slice(2);
const chosen = allMutations().filter(({ patch: edits, guard }) => {
  const texts = [...edits.map(({ file }) => file), guard.file, guard.test];
  return wanted.length === 0 || wanted.some((word) => texts.some((text) => text.includes(word)));
});

const groups = [...Map.groupBy(chosen, ({ guard }) => `${guard.project} ${guard.file}`).values()];
let guarded = 0;
// More than there are cores: many mutations let a test wait until it times out.
const lanes = Math.min(availableParallelism() + 1, groups.length);
await Promise.all(Array.from({ length: lanes }, checkGroups));
console.log(`\n${guarded} of ${chosen.length} mutations are guarded.`);
process.exitCode = guarded === chosen.length && guarded > 0 ? 0 : 1;

/** Checks groups in a copy of the tree until none is left. */
async function checkGroups(): Promise<void> {
  const tree = copyTree();
  const runner = new GuardRunner(tree);
  for (let group = groups.shift(); group; group = groups.shift()) await checkGroup(group, tree, runner);
  await runner.close();
}

/** Checks the mutations that the tests of one file guard. */
async function checkGroup(group: readonly Mutation[], tree: string, runner: GuardRunner): Promise<void> {
  const [{ guard }] = group as [Mutation];
  const tests = group.map((one) => one.guard.test);
  const { passed, failed, printed } = await runner.run({ ...guard, tests, mutated: [] });
  if (failed.length > 0 || passed.length === 0) console.log(printed.slice(-2000));
  for (const mutation of group) {
    const begun = Date.now();
    const problem = passed.includes(mutation.guard.test)
      ? await problemOf(mutation, tree, runner)
      : `  ${guard.file} fails, or has no such test, even without the mutation.`;
    const seconds = ((Date.now() - begun) / 1000).toFixed(1);
    console.log(`${problem ? 'NOT GUARDED' : 'guarded'}: ${nameOf(mutation)} (${seconds} s)`);
    console.log(problem ?? `  fails: ${mutation.guard.test}`);
    if (!problem) guarded += 1;
  }
}

function nameOf({ patch: edits }: Mutation): string {
  return edits.map(({ file, from }) => `${file}: ${from.trim().split('\n')[0]}`).join('; ');
}

/** Undefined if the guard fails with the mutation. */
async function problemOf(
  { patch: edits, guard }: Mutation,
  tree: string,
  runner: GuardRunner,
): Promise<string | undefined> {
  let undo: () => void;
  try {
    undo = patch(tree, edits);
  } catch (error) {
    return `  ${error instanceof Error ? error.message : error}`;
  }
  const mutated = edits.map(({ file }) => file);
  const { failed, printed } = await runner.run({ ...guard, tests: [guard.test], mutated });
  undo();
  if (failed.includes(guard.test)) return undefined;
  return `  ${guard.file} with it: "${guard.test}" did not fail.\n${printed.slice(-2000)}`;
}
