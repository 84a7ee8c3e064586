import type { DatabaseSync } from 'node:sqlite';
import { feedReader, peopleReader, versionReader, visitsReader } from './household/feed.ts';
import { linkReader } from './household/links.ts';
import { earliestNoticeReader, noticeReader, waitingReader } from './household/notice-queue.ts';
import { withoutRemoved } from './household/purge-removed.ts';
import { oldestVisitReader } from './household/retention.ts';

/** Turns a synchronous call into an asynchronous call of the port. */
export type Promisify = <A extends unknown[], T>(call: (...args: A) => T) => (...args: A) => Promise<T>;

/** The calls that only read. They share the connection that writes: the cache of another would be void at each commit. */
export function readCalls(db: DatabaseSync, reading: Promisify) {
  const { oldestVisit, oldestVisits } = oldestVisitReader(db);
  const shown = withoutRemoved(db);
  const { linked, linksMadeBefore, refusedNumbers } = linkReader(db);
  return {
    changes: reading(shown(feedReader(db))),
    people: reading(shown(peopleReader(db))),
    visits: reading(shown(visitsReader(db))),
    versions: reading(versionReader(db)),
    isNoticePending: reading(noticeReader(db)),
    waitingNotices: reading(waitingReader(db)),
    earliestNotice: reading(earliestNoticeReader(db)),
    oldestVisit: reading(oldestVisit),
    oldestVisits: reading(oldestVisits),
    linked: reading(linked),
    linksMadeBefore: reading(linksMadeBefore),
    refusedNumbers: reading(refusedNumbers),
  };
}
