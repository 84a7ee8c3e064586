import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportFamily } from '#server/export/by-operator.ts';
import { type AdminCommand, CommandFailed, parseCommandLine, print } from './admin-command.ts';

const USAGE = '<e-mail> [--to <file>]';

const options = { to: { type: 'string' } } as const;

export const exportCommand: AdminCommand = {
  usage: USAGE,
  summary:
    "Writes all data of a parent's family as JSON, to standard output or a new file; the parent sees that it was done.",
  details: [
    'It is what the parent gets under Profile, Data, for one who cannot sign in. Make sure who asks, and send it privately.',
    'It is a security event: a line on standard error, and an entry in the recent activity of the account.',
  ],
  async run(args, config) {
    const { values, positionals } = parseCommandLine(args, `export ${USAGE}`, { options, most: 1 });
    const [email = ''] = positionals;
    const { to } = values;
    if (to !== undefined) requireFree(to);
    const found = await exportFamily(config, email, async (chunks) => {
      // For this user alone; nothing is overwritten.
      if (to === undefined) await pipeline(Readable.from(chunks), process.stdout, { end: false });
      else await writeWhole(to, chunks);
    });
    if (!found) throw new CommandFailed(`No account has the e-mail ${email}.`);
    if (to !== undefined)
      print(false, {}, `The family's data is in ${resolve(to)}. Delete it once the parent has it.`);
  },
};

function requireFree(file: string): void {
  if (existsSync(file)) throw new CommandFailed(`${file} exists already. Choose another name.`);
}

/**
 * For this user alone, renamed once all is on disk, so a failure leaves nothing. Throws
 * CommandFailed, or the error of `chunks`.
 */
export async function writeWhole(file: string, chunks: AsyncIterable<string>): Promise<void> {
  const part = `${file}.${process.pid}.part`;
  try {
    const handle = await open(part, 'wx', 0o600);
    // The stream closes it.
    await pipeline(Readable.from(chunks), handle.createWriteStream({ flush: true }));
    requireFree(file);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    if (!isOfDisk(error)) throw error;
    throw new CommandFailed(`${file} could not be written (${error.code}), and nothing is left of it.`);
  }
}

/** An error of the store may come from a connection instead of this file. */
function isOfDisk(error: unknown): error is Error & { code: string } {
  const isOfSystem = error instanceof Error && 'code' in error && 'syscall' in error;
  return isOfSystem && ['open', 'write', 'fsync', 'close', 'rename'].includes(String(error.syscall));
}
