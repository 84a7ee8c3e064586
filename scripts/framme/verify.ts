import { openInspector } from '#server/store/inspect.ts';
import { type Fault, verifyStore } from '#server/store/verify/verify.ts';
import { CommandFailed, type HostCommand, print, readWords } from './command.ts';

/** The most faults that are told one by one; a broken disk may make millions. */
const MOST_TOLD = 1000;

const options = { json: { type: 'boolean' } } as const;

/** Checks every invariant of the stored data. */
export const verify: HostCommand = {
  usage: '[--json]',
  summary: 'Checks that all stored data is whole and agrees with itself, also while the server runs.',
  details: [
    'It reads everything and changes nothing. Each fault is a line; the exit code is 1 if there is one.',
    '--json prints one object: households, faults, seconds, and found, the first thousand faults.',
  ],
  async run(words, config) {
    const { json } = readWords(words, 'verify [--json]', { options }).values;
    const begun = performance.now();
    const inspector = await openInspector(config);
    const found: Fault[] = [];
    const tell = (fault: Fault) => {
      if (found.length >= MOST_TOLD) return;
      found.push(fault);
      if (!json) process.stdout.write(`${lineOf(fault)}\n`);
    };
    const verified = await verifyStore(inspector, tell).finally(() => inspector.close());
    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    const checked = `Checked ${verified.households} households in ${seconds} s`;
    if (json || verified.faults === 0)
      print(json, { ...verified, seconds, found }, `${checked}: nothing is wrong.`);
    if (verified.faults > 0)
      throw new CommandFailed(
        `${checked}: ${verified.faults} faults. Keep a copy of the data, and restore a backup from before them.`,
      );
  },
};

function lineOf({ household, path, what }: Fault): string {
  const place = household === undefined ? 'the database' : `household ${household}`;
  return `${place}: ${path === undefined ? '' : `${path} `}${what}`;
}
