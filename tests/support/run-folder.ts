import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];
process.on('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

/** Makes a folder that is deleted when the process exits. */
export function runFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'framme-of-run-'));
  made.push(folder);
  return folder;
}
