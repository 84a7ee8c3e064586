import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { deleteFamily, exportFamily } from '#server/export/by-operator.ts';
import { adminCommand, CommandFailed, print } from './admin-command.ts';

export const deleteCommand = adminCommand({
  usage: '<e-mail> --yes',
  options: { yes: { type: 'boolean' } },
  most: 1,
  summary: "Deletes a parent's account with all data of its family, for ever.",
  details: [
    'It is what the parent can do under Profile, Data, for one who cannot sign in. Make sure who asks.',
    'A family that other parents stay in stays theirs: only the account and its profile go.',
    'Phones learn of it at their next call. Backups keep the data until they are deleted themselves.',
    'It is a security event: a line on standard error.',
  ],
  async run(config, { yes }, [email = '']) {
    if (!yes)
      throw new CommandFailed(
        `Nothing was deleted. It cannot be undone: add --yes to delete the family of ${email}.`,
        2,
      );
    const staying = await deleteFamily(config, email);
    if (staying === undefined) throw new CommandFailed(`No account has the e-mail ${email}.`);
    process.stdout.write(
      staying === 0
        ? `The account of ${email} and its family were deleted.\n`
        : `The account of ${email} was deleted. Its family stays with its other parents.\n`,
    );
  },
});

export const exportCommand = adminCommand({
  usage: '<e-mail> [--to <file>]',
  options: { to: { type: 'string' } },
  most: 1,
  summary:
    "Writes all data of a parent's family as JSON, to standard output or a new file; the parent sees that it was done.",
  details: [
    'It is what the parent gets under Profile, Data, for one who cannot sign in. Make sure who asks, and send it privately.',
    'It is a security event: a line on standard error, and an entry in the recent activity of the account.',
  ],
  async run(config, { to }, [email = '']) {
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
});

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
