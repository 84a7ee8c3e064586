import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportFamily } from '#server/export/by-host.ts';
import { CommandFailed, type HostCommand, readWords } from './command.ts';
import { requireFree, writeWhole } from './write-whole.ts';

const USAGE = '<e-mail> [--to <file>]';

const options = { to: { type: 'string' } } as const;

/** Exports one family's data, as its parent could. */
export const exportCommand: HostCommand = {
  usage: USAGE,
  summary:
    "Writes all data of a parent's family as JSON, to standard output or a new file; the parent sees that it was done.",
  details: [
    'It is what the parent gets under Account and security, for one who cannot sign in. Make sure who asks, and send it privately.',
    'It is a security event: a line on standard error, and an entry in the recent activity of the account.',
  ],
  async run(words, config) {
    const { values, positionals } = readWords(words, `export ${USAGE}`, { options, most: 1 });
    const [email = ''] = positionals;
    const { to } = values;
    if (to !== undefined) requireFree(to);
    const found = await exportFamily(config, email, async (chunks) => {
      // The file is this user's alone, and none is overwritten.
      if (to === undefined) await pipeline(Readable.from(chunks), process.stdout, { end: false });
      else await writeWhole(to, chunks);
    });
    if (!found) throw new CommandFailed(`No account has the e-mail ${email}.`);
  },
};
