import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rowTexts } from '#tests/support/postgres/row-texts.ts';
import type { AppUnderTest } from './app.ts';

/** Returns all that a server keeps and says, as text. */
export async function everythingOf({
  dataDir,
  rows: { DATABASE_URL },
  log,
  printed,
}: AppUnderTest): Promise<string> {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  const rows = DATABASE_URL === undefined ? [] : await rowTexts(DATABASE_URL);
  return [...files, ...rows, log.text, ...printed].join('\n');
}
