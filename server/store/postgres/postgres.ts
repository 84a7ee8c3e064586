import { ChangeHints, telling, tellingGone } from '../change-hints.ts';
import type { Store } from '../port.ts';
import { signInOn } from './auth/sign-in.ts';
import { statement } from './connection/connection.ts';
import { Connections } from './connection/connections.ts';
import { HintsBetweenProcesses } from './hints.ts';
import { changes, people, visits } from './household/feed.ts';
import { forget } from './household/forget.ts';
import { lockHousehold } from './household/household-transaction.ts';
import { household, households } from './household/keeping.ts';
import { noticeStands, settleNotice, takeNotices, waitingNotices } from './household/notice-queue.ts';
import { versions } from './household/versions.ts';
import { prepare } from './schema/prepare.ts';

const CONNECTIONS = 10;

// Changes nothing, but a database that only reads refuses it.
const tryToWrite = statement('check', 'DELETE FROM households WHERE FALSE');

/**
 * Opens the store in a PostgreSQL database and brings it to the present schema; any number of processes may. In: its
 * address, like postgres://user:password@host:5432/name, and how many connections this process may hold beside the one
 * that listens. Throws CannotOpenStore.
 */
export async function openPostgresStore(address: string, most = CONNECTIONS): Promise<Store> {
  await prepare(address);
  const connections = new Connections(address, most);
  const here = new ChangeHints();
  const hints = new HintsBetweenProcesses(address, connections, here);
  await hints.listen();
  const transact: Store['transact'] = (household, work) =>
    connections.transaction(household, async (connection) =>
      work(await lockHousehold(connection, household)),
    );
  const signIn = signInOn(connections);
  return {
    ...signIn,
    deleteAccount: tellingGone(signIn, (gone) => hints.tell(gone)),
    transact: telling(transact, (household) => hints.tell(household)),
    changes: (household, after, limit) => changes(connections, household, after, limit),
    people: (household) => people(connections, household),
    versions: (households) => versions(connections, households),
    visits: (household, before, limit) => visits(connections, household, before, limit),
    takeNotices: (now, until, limit) => takeNotices(connections, now, until, limit),
    noticeStands: (id) => noticeStands(connections, id),
    waitingNotices: (household) => waitingNotices(connections, household),
    settleNotice: (id, result) => settleNotice(connections, id, result),
    forget: (after, before, limit) => forget(connections, after, before, limit),
    household: (id) => household(connections, id),
    households: (after, limit) => households(connections, after, limit),
    // The database cleans up by itself, in its own time (docs/self-hosting.md).
    scrub: async () => undefined,
    onChange: (listener) => here.on(listener),
    check: async () => void (await connections.query(tryToWrite)),
    async close() {
      await hints.close();
      await connections.close();
    },
  };
}
