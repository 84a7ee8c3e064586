import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { type Id, makeId } from '#domain/ids.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { query, write } from './connection/connection.ts';

/** The time between two marks in ms: a copy put in the file's place is told from it if it is older than the last one. */
const REMARK_MS = 10 * MINUTE_MS;

/** The file beside the database. */
const companionSchema = v.object({
  /** The inode of the database file and the time of its creation. */
  file: v.object({ inode: v.string(), created: v.string() }),
  /** The mark in the database; two while it is being changed. */
  marks: v.array(v.string()),
});
type Companion = v.InferOutput<typeof companionSchema>;

interface EpochRow {
  epoch: Id;
  mark: string;
}

/**
 * The epoch of a database: the id of its history, another one once a backup was restored. The companion holds a copy of a
 * mark that changes as taps come in, and knows the database by its inode: a copy in the place of the file, or a moved
 * folder, differs in one of them; a folder copied in place does not (decision 0031).
 */
export class Epoch {
  readonly id: Id;
  /** True if the database is another one than at the last start. */
  readonly isRestored: boolean;
  readonly #db: DatabaseSync;
  readonly #file: string;
  readonly #save: (epoch: Id, mark: string) => void;
  readonly #timer: NodeJS.Timeout;
  #mark: string;
  #changes = 0;

  /** `file` is the database `db`, at the present schema; `transact` runs a write in a transaction. */
  constructor(db: DatabaseSync, file: string, transact: (work: () => void) => Promise<void>) {
    this.#db = db;
    this.#file = file;
    this.#save = write(db, 'UPDATE store_epoch SET epoch = ?, mark = ?');
    const stored = query<EpochRow>(db, 'SELECT epoch, mark FROM store_epoch').get();
    const { epoch, mark } = stored ?? { epoch: '', mark: '' };
    const isKnown = epoch !== '' && isOf(companionOf(file), identityOf(file), mark);
    this.isRestored = epoch !== '' && !isKnown;
    this.id = isKnown ? epoch : newId();
    // A mark that the companion does not know keeps a restored copy one, should the server be killed here.
    this.#mark = isKnown ? mark : newId();
    this.#markAnew();
    this.#timer = setInterval(() => void this.#markAgain(transact), REMARK_MS).unref();
  }

  /** Changes the mark for the last time; the database is closed next. */
  close(): void {
    clearInterval(this.#timer);
    if (this.#isChanged) this.#markAnew();
  }

  get #isChanged(): boolean {
    return this.#totalChanges() !== this.#changes;
  }

  /** Outside transactions. A failure, as on a full disk, costs no more than an epoch that changes in vain. */
  #markAnew(): void {
    const mark = newId();
    try {
      this.#tell([this.#mark, mark]);
      this.#save(this.id, mark);
      this.#settle(mark);
    } catch {}
  }

  async #markAgain(transact: (work: () => void) => Promise<void>): Promise<void> {
    if (!this.#isChanged) return;
    const mark = newId();
    try {
      this.#tell([this.#mark, mark]);
      await transact(() => this.#save(this.id, mark));
      this.#settle(mark);
    } catch {}
  }

  #settle(mark: string): void {
    this.#tell([mark]);
    this.#mark = mark;
    this.#changes = this.#totalChanges();
  }

  #tell(marks: string[]): void {
    const companion: Companion = { file: identityOf(this.#file), marks };
    replaceFile(pathOf(this.#file), JSON.stringify(companion));
  }

  #totalChanges(): number {
    return Number(this.#db.prepare('SELECT total_changes() AS count').get()?.count);
  }
}

function newId(): Id {
  return makeId(randomBytes(16));
}

function isOf(known: Companion | undefined, file: Companion['file'], mark: string): boolean {
  if (known?.file.inode !== file.inode || !known.marks.includes(mark)) return false;
  return known.file.created === file.created || known.file.created === '' || file.created === '';
}

/** The time of creation is '' on file systems that keep none. */
function identityOf(file: string): Companion['file'] {
  const { ino, birthtimeNs, ctimeNs } = statSync(file, { bigint: true });
  return { inode: String(ino), created: birthtimeNs === ctimeNs ? '' : String(birthtimeNs) };
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

/** Replaces a file so that a power cut leaves the old or the new one. */
function replaceFile(file: string, text: string): void {
  const descriptor = openSync(`${file}.new`, 'w', 0o600);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(`${file}.new`, file);
}
