import { accessSync, constants, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ChangeHints, telling, tellingGone } from '../change-hints.ts';
import { CannotOpenStore, type Store } from '../port.ts';
import { type Promising, signInOn } from './auth/sign-in.ts';
import { openReader, openWriter } from './connection/connection.ts';
import { asStoreError } from './connection/errors.ts';
import { GroupCommit } from './connection/group-commit.ts';
import { lockFolder } from './connection/lock.ts';
import { feedReader, peopleReader, visitsReader } from './household/feed.ts';
import { forgetter } from './household/forget.ts';
import { transactions } from './household/household-transaction.ts';
import { ageReader } from './household/keeping.ts';
import { noticeReader, noticeSettler, noticeTaker, waitingReader } from './household/notice-queue.ts';
import { versionReader } from './household/versions.ts';
import { migrate } from './schema/migrations.ts';
import { scrubber } from './scrub.ts';

/**
 * Opens the embedded store in a folder, which is made where it is missing, and brings it to the present schema.
 * In: what to do when the disk can no longer be believed; the process should end. Throws CannotOpenStore.
 */
export function openSqliteStore(folder: string, onUntrustedDisk: (error: unknown) => void): Store {
  makeFolder(folder);
  const unlock = lockFolder(join(folder, 'framme.lock'), resolve(folder));
  try {
    const file = join(folder, 'framme.db');
    const writer = openWriter(file);
    migrate(writer);
    return assemble(writer, openReader(file), onUntrustedDisk, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new CannotOpenStore(
      `The data folder ${resolve(folder)} cannot be written${reason}. Allow it, or choose another DATA_DIR.`,
    );
  }
}

function assemble(
  writer: DatabaseSync,
  reader: DatabaseSync,
  onUntrustedDisk: (error: unknown) => void,
  unlock: () => void,
): Store {
  const group = new GroupCommit(writer, onUntrustedDisk);
  const hints = new ChangeHints();
  const openTransaction = transactions(writer);
  const forget = forgetter(writer);
  const takeNotices = noticeTaker(writer);
  const settleNotice = noticeSettler(writer);
  const scrub = scrubber(writer);
  const writing: Promising =
    (call) =>
    (...args) =>
      group.run(() => call(...args));
  const close = async () => {
    await group.close();
    reader.close();
    writer.close();
    unlock();
  };
  let closed: Promise<void> | undefined;
  const signIn = signInOn(writer, reader, writing, whenSettled);
  return {
    ...readingPart(reader),
    ...signIn,
    deleteAccount: tellingGone(signIn, (household) => hints.tell(household)),
    transact: telling(
      (household, work) => group.run(() => work(openTransaction(household))),
      (household) => hints.tell(household),
    ),
    onChange: (listener) => hints.on(listener),
    takeNotices: (now, until, limit) => group.run(() => takeNotices(now, until, limit)),
    forget: (after, before, limit) => group.run(() => forget(after, before, limit)),
    scrub: () => group.between(scrub),
    settleNotice: (id, result) => group.run(() => settleNotice(id, result)),
    check: () => group.run(() => undefined),
    close() {
      closed ??= close();
      return closed;
    },
  };
}

/** What only reads, on a connection of its own: nobody sees what a group has not yet committed. */
function readingPart(reader: DatabaseSync) {
  const changes = feedReader(reader);
  const people = peopleReader(reader);
  const visits = visitsReader(reader);
  const versions = versionReader(reader);
  const { household, households } = ageReader(reader);
  return {
    changes: whenSettled(changes),
    people: whenSettled(people),
    visits: whenSettled(visits),
    versions: whenSettled(versions),
    noticeStands: whenSettled(noticeReader(reader)),
    waitingNotices: whenSettled(waitingReader(reader)),
    household: whenSettled(household),
    households: whenSettled(households),
  };
}

/** The port speaks in promises; SQLite answers at once, and its troubles become StoreUnavailable. */
function whenSettled<A extends unknown[], T>(read: (...args: A) => T): (...args: A) => Promise<T> {
  return async (...args) => {
    try {
      return read(...args);
    } catch (error) {
      throw asStoreError(error);
    }
  };
}
