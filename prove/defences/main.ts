import type { Defence } from './defence.ts';
import { runGuard } from './guard.ts';
import { DEFENCES } from './table.ts';
import { copyTree, patch } from './tree.ts';

// Usage: npm run prove:defences [-- parts of names]
const wanted = process.argv.slice(2);
const chosen = DEFENCES.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
);

const tree = copyTree();
const green = new Map<string, ReadonlySet<string>>();
const problems = chosen.flatMap((defence) => {
  const begun = Date.now();
  const problem = problemOf(defence);
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  console.log(`${problem ? 'NOT GUARDED' : 'guarded'}: ${defence.name} (${seconds} s)`);
  console.log(problem ?? `  without it fails: ${defence.guard.test}`);
  return problem ? [defence.name] : [];
});
console.log(`\n${chosen.length - problems.length} of ${chosen.length} defences are guarded.`);
process.exitCode = problems.length === 0 && chosen.length > 0 ? 0 : 1;

/** Returns undefined if the guard passes with the defence and fails without it, else the problem. */
function problemOf({ patch: edits, guard }: Defence): string | undefined {
  if (!isGreen(guard)) return `  ${guard.file} fails, or has no such test, even with the defence in place.`;
  let undo: () => void;
  try {
    undo = patch(tree, edits);
  } catch (error) {
    return `  ${error instanceof Error ? error.message : error}`;
  }
  const { failed, printed } = runGuard(tree, guard, [guard.test]);
  undo();
  if (failed.includes(guard.test)) return undefined;
  return `  ${guard.file} without it: "${guard.test}" did not fail.\n${printed.slice(-2000)}`;
}

/** Runs all guarding tests of a file together, once. */
function isGreen({ test, ...guard }: Defence['guard']): boolean {
  const tests = chosen.flatMap((one) => (one.guard.file === guard.file ? [one.guard.test] : []));
  let passed = green.get(guard.file);
  if (!passed) {
    const results = runGuard(tree, guard, tests);
    passed = new Set(results.passed);
    green.set(guard.file, passed);
    if (results.failed.length > 0 || !passed.has(test)) console.log(results.printed.slice(-2000));
  }
  return passed.has(test);
}
