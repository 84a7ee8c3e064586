import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommandFailed } from './command.ts';

/** Throws CommandFailed if a file is there already: none is overwritten. */
export function requireFree(file: string): void {
  if (existsSync(file)) throw new CommandFailed(`${file} exists already. Choose another name.`);
}

/**
 * Writes a new file, this user's alone, which gets its name once all of it is on disk. What fails leaves none. Throws
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

/** Tells an error of the file from one of the store, which may be of a connection. */
function isOfDisk(error: unknown): error is Error & { code: string } {
  const isOfSystem = error instanceof Error && 'code' in error && 'syscall' in error;
  return isOfSystem && ['open', 'write', 'fsync', 'close', 'rename'].includes(String(error.syscall));
}
