import { rmSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];
process.on('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

/** Makes the folder of a new browser's profile, which is deleted at the end. */
export async function profile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'framme-browser-'));
  made.push(folder);
  return folder;
}

/** Puts what is in one profile into the place of what is in another. */
export async function copyProfile(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true, maxRetries: 3 });
  await cp(from, to, { recursive: true, verbatimSymlinks: true });
}
