import {
  type BigIntStats,
  closeSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';

/** The inode of a file and the time of its creation in ns, '' if it is not known. */
const identitySchema = v.object({ inode: v.string(), created: v.string() });
type Identity = v.InferOutput<typeof identitySchema>;

/** The file beside the database. */
const companionSchema = v.object({
  /** The database file. */
  file: identitySchema,
  /** The companion itself, which is a new file at each change. */
  self: identitySchema,
  /** The mark in the database; two while it is being changed. */
  marks: v.array(v.string()),
});
type Companion = v.InferOutput<typeof companionSchema>;

/** True if the companion of a database knows its file and this mark, and was not copied itself. */
export function isKnownToCompanion(database: string, mark: string): boolean {
  const known = companionOf(database);
  if (!known?.marks.includes(mark) || !isSame(known.file, identityOf(stat(database)))) return false;
  return isSame(known.self, identityOf(stat(pathOf(database))));
}

/** Writes the companion anew, so that a power cut leaves the former one or this. */
export function tellCompanion(database: string, marks: string[]): void {
  const path = pathOf(database);
  const descriptor = openSync(`${path}.new`, 'w', 0o600);
  try {
    const { ino, birthtimeNs } = fstatSync(descriptor, { bigint: true });
    const self = { inode: String(ino), created: String(birthtimeNs) };
    const companion: Companion = { file: identityOf(stat(database)), self, marks };
    writeSync(descriptor, JSON.stringify(companion));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(`${path}.new`, path);
  syncFolder(dirname(path));
}

function pathOf(database: string): string {
  return join(dirname(database), 'framme.epoch');
}

/** The companion of a database; undefined if there is none that can be read. */
function companionOf(database: string): Companion | undefined {
  try {
    return v.parse(companionSchema, JSON.parse(readFileSync(pathOf(database), 'utf8')));
  } catch {
    return undefined;
  }
}

/** The time of creation decides: some mounts give out other inode numbers each time, others take a freed one again. */
function isSame(known: Identity, present: Identity): boolean {
  const isTimeKnown = known.created !== '' && present.created !== '';
  return isTimeKnown ? known.created === present.created : known.inode === present.inode;
}

function stat(file: string): BigIntStats {
  return statSync(file, { bigint: true });
}

/** Node tells 0 or the time of the last change for a time of creation that it cannot know. */
function identityOf({ ino, birthtimeNs, ctimeNs }: BigIntStats): Identity {
  const isKnown = birthtimeNs !== 0n && birthtimeNs !== ctimeNs;
  return { inode: String(ino), created: isKnown ? String(birthtimeNs) : '' };
}

/** Makes a renaming in a folder durable, where folders can be synced. */
function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {}
}
