import { randomBytes } from 'node:crypto';
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
import type { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { type Id, makeId } from '#domain/ids.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import { sync } from '../hosting/backup-files.ts';
import type { Restored } from '../ports/retention.ts';
import { statementsOf } from './connection/connection.ts';

/** The time between two marks in ms: a copy put in the file's place is told from it if it is older than the last one. */
const REMARK_MS = 10 * MINUTE_MS;

interface EpochRow {
  epoch: Id;
  mark: string;
  restored_at: number | null;
  restored_from: number | null;
}

/**
 * The epoch of a database: the id of its history, another one once a backup was restored. The companion holds a copy of a
 * mark that changes as taps come in, and knows both files by their time of creation: a copy in the place of the file, a moved
 * folder, and one copied over in place differ in one of them (decision 0031).
 */
export class Epoch {
  readonly id: Id;
  /** True if the database is another one than at the last start. */
  readonly isRestored: boolean;
  /** The latest restore that was noticed. */
  readonly restored: Restored | undefined;
  readonly #db: DatabaseSync;
  readonly #file: string;
  readonly #save: (epoch: Id, mark: string, former: string) => void;
  readonly #dropOverdue: (now: string) => void;
  readonly #timer: NodeJS.Timeout;
  #mark: string;
  #changes = 0;

  /** `file` is the database `db`, at the present schema; `transact` runs a write in a transaction. */
  constructor(db: DatabaseSync, file: string, transact: (work: () => void) => Promise<void>) {
    this.#db = db;
    this.#file = file;
    this.#save = statementsOf(db).write('UPDATE store_epoch SET epoch = ?, mark = ? WHERE mark = ?');
    this.#dropOverdue = statementsOf(db).write('DELETE FROM notices WHERE due_at <= ?');
    const stored = statementsOf(db)
      .query<EpochRow>('SELECT epoch, mark, restored_at, restored_from FROM store_epoch')
      .get();
    const { epoch, mark } = stored ?? { epoch: '', mark: '' };
    const isKnown = epoch !== '' && isKnownToCompanion(file, mark);
    this.isRestored = epoch !== '' && !isKnown;
    this.restored = this.isRestored ? restoredNow(db) : restoredOf(stored);
    this.id = isKnown ? epoch : newId();
    // A mark that the companion does not know keeps a restored copy one, should the server be killed here.
    this.#mark = isKnown ? mark : newId();
    this.#markAnew(isKnown ? undefined : (to) => this.#begin(to, mark));
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

  /**
   * Outside transactions. A backup that was restored into the file of this running server keeps its own mark, which the companion
   * will not know. A failure, as on a full disk, costs no more than an epoch that changes in vain. */
  #markAnew(save = (mark: string) => this.#save(this.id, mark, this.#mark)): void {
    const mark = newId();
    try {
      tellCompanion(this.#file, [this.#mark, mark]);
      save(mark);
      this.#settle(mark);
    } catch {}
  }

  /** Saves a new epoch. Of the notices that waited in a backup those that are overdue were sent since, or cancelled. */
  #begin(mark: string, former: string): void {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      this.#save(this.id, mark, former);
      if (this.isRestored) {
        this.#dropOverdue(isoTime(Date.now()));
        const { at, from = null } = this.restored ?? { at: null };
        statementsOf(this.#db).write('UPDATE store_epoch SET restored_at = ?, restored_from = ?')(at, from);
      }
      this.#db.exec('COMMIT');
    } catch (error) {
      this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  async #markAgain(transact: (work: () => void) => Promise<void>): Promise<void> {
    if (!this.#isChanged) return;
    const mark = newId();
    try {
      tellCompanion(this.#file, [this.#mark, mark]);
      await transact(() => this.#save(this.id, mark, this.#mark));
      this.#settle(mark);
    } catch {}
  }

  #settle(mark: string): void {
    tellCompanion(this.#file, [mark]);
    this.#mark = mark;
    this.#changes = this.#totalChanges();
  }

  #totalChanges(): number {
    return Number(this.#db.prepare('SELECT total_changes() AS count').get()?.count);
  }
}

/** Versions are times in ms since version 1.0.0; smaller ones tell none. */
const OLDEST_TIME = Date.UTC(2020, 0);

function restoredNow(db: DatabaseSync): Restored {
  const { query } = statementsOf(db);
  const last = query<{ version: number | null }>('SELECT max(version) AS version FROM households').get();
  const from = last?.version ?? 0;
  return { at: Date.now(), ...(from > OLDEST_TIME && { from }) };
}

function restoredOf({ restored_at: at = null, restored_from: from = null }: Partial<EpochRow> = {}) {
  return at === null ? undefined : { at, ...(from !== null && { from }) };
}

function newId(): Id {
  return makeId(randomBytes(16));
}

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
function isKnownToCompanion(database: string, mark: string): boolean {
  const known = companionOf(database);
  if (!known?.marks.includes(mark) || !isSame(known.file, identityOf(stat(database)))) return false;
  return isSame(known.self, identityOf(stat(pathOf(database))));
}

/** Writes the companion anew, so that a power cut leaves the former one or this. */
function tellCompanion(database: string, marks: string[]): void {
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
  sync(dirname(path));
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
