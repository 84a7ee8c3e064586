/** Returns the commands of a Markdown page: the contents of its fenced `sh` blocks, without the indentation of a list. */
export function commandsOf(page: string): string[] {
  return [...page.matchAll(/^( *)```sh\n(.*?)^ *```$/gms)].map(([, indent = '', code = '']) =>
    code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

/**
 * Pairs the commands of a page with the steps that run them, in the order of both. Throws a sentence if a command has no step,
 * or a step no command.
 */
export function paired<S extends { holds: string }>(commands: readonly string[], steps: readonly S[]) {
  const count = Math.max(commands.length, steps.length);
  return Array.from({ length: count }, (_, index) => {
    const [command, step] = [commands[index], steps[index]];
    if (command !== undefined && step !== undefined && command.includes(step.holds)) return { command, step };
    const found = command === undefined ? 'ends' : `has ${JSON.stringify(command)}`;
    const wanted =
      step === undefined ? 'no step is left' : `the next step is for ${JSON.stringify(step.holds)}`;
    throw new Error(
      `docs/self-hosting.md ${found}, and ${wanted}. Each sh block needs a step in prove/host/page-steps.ts.`,
    );
  });
}
