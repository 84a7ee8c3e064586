import type { Defence } from './defence.ts';
import { runGuard } from './guard.ts';
import { DEFENCES } from './table.ts';
import { copyTree, patch } from './tree.ts';

// Names on the command line choose some: npm run prove:defences -- journal
const wanted = process.argv.slice(2);
const chosen = DEFENCES.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
);

const tree = copyTree();
const green = new Map<string, boolean>();
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

/** Out: undefined where the guard is green with the defence and red without. */
function problemOf({ patch: edits, guard }: Defence): string | undefined {
  if (!isGreen(guard)) return `  ${guard.file} fails, or has no such test, even with the defence in place.`;
  let undo: () => void;
  try {
    undo = patch(tree, edits);
  } catch (error) {
    return `  ${error instanceof Error ? error.message : error}`;
  }
  const { failed, printed } = runGuard(tree, guard);
  undo();
  if (failed.includes(guard.test)) return undefined;
  return `  ${guard.file} without it: "${guard.test}" did not fail.\n${printed.slice(-2000)}`;
}

function isGreen(guard: Defence['guard']): boolean {
  const key = `${guard.file}: ${guard.test}`;
  if (!green.has(key)) {
    const { passed, failed, printed } = runGuard(tree, guard);
    for (const test of passed) green.set(`${guard.file}: ${test}`, failed.length === 0);
    if (!green.get(key)) console.log(printed.slice(-2000));
  }
  return green.get(key) ?? false;
}
