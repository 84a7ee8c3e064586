import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#scripts/client-build.ts';

/** Returns the commands of a Markdown page: the contents of its fenced `sh` blocks, without the indentation of a list. */
export function commandsOf(page: string): string[] {
  return [...page.matchAll(/^( *)```sh\n(.*?)^ *```$/gms)].map(([, indent = '', code = '']) =>
    code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

/** Returns the commands of a page in docs/hosting. */
export function blocksOf(page: string): string[] {
  return commandsOf(readFileSync(join(ROOT, 'docs/hosting', page), 'utf8'));
}

/**
 * Pairs the commands of a page with the steps that run them, in the order of both. Throws a sentence if a command has no step,
 * or a step no command.
 */
export function paired<S extends { holds: string }>(
  page: string,
  commands: readonly string[],
  steps: readonly S[],
) {
  const count = Math.max(commands.length, steps.length);
  return Array.from({ length: count }, (_, index) => {
    const [command, step] = [commands[index], steps[index]];
    if (command !== undefined && step !== undefined && command.includes(step.holds)) return { command, step };
    const found = command === undefined ? 'ends' : `has ${JSON.stringify(command)}`;
    const wanted =
      step === undefined ? 'no step is left' : `the next step is for ${JSON.stringify(step.holds)}`;
    throw new Error(
      `docs/hosting/${page} ${found}, and ${wanted}. Each sh block needs a step in prove/host.`,
    );
  });
}

/** Counts the commands that somebody types for a block: here documents and continued lines are one, what `&&` joins are several. */
export function countCommands(block: string): number {
  const typed = block
    .replaceAll(/<<'?(\w+)'?\n.*?^\1$/gms, '')
    .replaceAll(/\\\n/g, ' ')
    .replaceAll(/^\s*#.*$/gm, '');
  return typed.split(/\n|&&/).filter((line) => line.trim() !== '').length;
}
