import { type Fault, verifyStore } from '#server/store/admin/check-integrity.ts';
import { openInspector } from '#server/store/admin/inspect.ts';
import { adminCommand, CommandFailed, print } from './admin-command.ts';

/** Printed one by one; a broken disk may cause millions. */
const MOST_OF_A_KIND = 20;

export const verify = adminCommand({
  usage: '[--json]',
  options: { json: { type: 'boolean' } },
  summary: 'Checks that all stored data is whole and agrees with itself, also while the server runs.',
  details: [
    'It reads everything and changes nothing. Each fault is a line, and after twenty of a kind the others are counted; the',
    'exit code is 1 if there is one. --json prints one object: households, faults, seconds, found, the first twenty faults of',
    'each kind, and more, how many others each kind has (what, count).',
  ],
  async run(config, { json }) {
    const begun = performance.now();
    const inspector = await openInspector(config);
    const found: Fault[] = [];
    const counts = new Map<string, number>();
    const tell = (fault: Fault) => {
      const kind = kindOf(fault);
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      if (count > MOST_OF_A_KIND) return;
      found.push(fault);
      if (!json) process.stdout.write(`${lineOf(fault)}\n`);
    };
    const verified = await verifyStore(inspector, tell).finally(() => inspector.close());
    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    const more = [...counts]
      .filter(([, count]) => count > MOST_OF_A_KIND)
      .map(([what, count]) => ({ what, count: count - MOST_OF_A_KIND }));
    if (!json)
      for (const { what, count } of more)
        process.stdout.write(`and ${count.toLocaleString('en')} more: ${what}\n`);
    const checked = `Checked ${verified.households} households in ${seconds} s`;
    if (json || verified.faults === 0)
      print(json, { ...verified, seconds, found, more }, `${checked}: nothing is wrong.`);
    if (verified.faults > 0)
      throw new CommandFailed(
        `${checked}: ${verified.faults} faults. Keep a copy of the data, and restore a backup from before them.`,
      );
  },
});

/** Faults of one kind differ only in numbers. */
function kindOf({ what }: Fault): string {
  return what.replaceAll(/\d+/g, '...');
}

function lineOf({ household, path, what }: Fault): string {
  const place = household === undefined ? 'the database' : `household ${household}`;
  return `${place}: ${path === undefined ? '' : `${path} `}${what}`;
}
