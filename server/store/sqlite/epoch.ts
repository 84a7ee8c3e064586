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
import { sync } from '../admin/backup-files.ts';
import type { Restored } from '../ports/retention.ts';
import { statementsOf } from './connection/connection.ts';

/** In ms: a copy is noticed if it is older than the last mark. */
const REMARK_MS = 10 * MINUTE_MS;

interface EpochRow {
  epoch: Id;
  mark: string;
  restored_at: number | null;
  restored_from: number | null;
}

/**
 * A restored backup begins another epoch. The companion knows both files' creation times and a mark that
 * changes with taps: every kind of copy differs in one of them (decision 0031).
 */
export class Epoch {
  readonly id: Id;
  /** The database is not the one of the last start. */
  readonly isRestored: boolean;
  readonly restored: Restored | undefined;
  readonly #db: DatabaseSync;
  readonly #file: string;
  readonly #save: (epoch: Id, mark: string, previous: string) => void;
  readonly #dropOverdue: (now: string) => void;
  readonly #timer: NodeJS.Timeout;
  #mark: string;
  #changes = 0;

  /** `db` has `file` open, at the current schema; `transact` runs a write in a transaction. */
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
    // Unknown to the companion, so that a restored copy is noticed even after a kill here.
    this.#mark = isKnown ? mark : newId();
    this.#markAnew(isKnown ? undefined : (to) => this.#begin(to, mark));
    this.#timer = setInterval(() => void this.#markAgain(transact), REMARK_MS).unref();
  }

  /** Close the database next. */
  close(): void {
    clearInterval(this.#timer);
    if (this.#isChanged) this.#markAnew();
  }

  get #isChanged(): boolean {
    return this.#totalChanges() !== this.#changes;
  }

  /**
   * Outside transactions. A backup restored under a running server keeps its own mark, unknown to the
   * companion. An error, as on a full disk, costs only a needless epoch.
   */
  #markAnew(save = (mark: string) => this.#save(this.id, mark, this.#mark)): void {
    const mark = newId();
    try {
      tellCompanion(this.#file, [this.#mark, mark]);
      save(mark);
      this.#settle(mark);
    } catch {}
  }

  /** Overdue notices of a backup were sent since, or cancelled. */
  #begin(mark: string, previous: string): void {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      this.#save(this.id, mark, previous);
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

/** Since 1.0.0 versions are times in ms; smaller ones are not. */
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

/** `created`: ns, '' if unknown. */
const identitySchema = v.object({ inode: v.string(), created: v.string() });
type Identity = v.InferOutput<typeof identitySchema>;

const companionSchema = v.object({
  file: identitySchema,
  /** The companion, a new file at each change. */
  self: identitySchema,
  /** Two while the mark is being changed. */
  marks: v.array(v.string()),
});
type Companion = v.InferOutput<typeof companionSchema>;

/** False if the companion itself was copied. */
function isKnownToCompanion(database: string, mark: string): boolean {
  const known = companionOf(database);
  if (!known?.marks.includes(mark) || !isSame(known.file, identityOf(stat(database)))) return false;
  return isSame(known.self, identityOf(stat(pathOf(database))));
}

/** A power cut leaves the previous companion or the new one. */
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

function companionOf(database: string): Companion | undefined {
  try {
    return v.parse(companionSchema, JSON.parse(readFileSync(pathOf(database), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Some mounts renumber inodes each time, others reuse freed numbers. */
function isSame(known: Identity, present: Identity): boolean {
  const isTimeKnown = known.created !== '' && present.created !== '';
  return isTimeKnown ? known.created === present.created : known.inode === present.inode;
}

function stat(file: string): BigIntStats {
  return statSync(file, { bigint: true });
}

/** Node reports 0 or the last change for an unknown creation time. */
function identityOf({ ino, birthtimeNs, ctimeNs }: BigIntStats): Identity {
  const isKnown = birthtimeNs !== 0n && birthtimeNs !== ctimeNs;
  return { inode: String(ino), created: isKnown ? String(birthtimeNs) : '' };
}
