import type { DatabaseSync } from 'node:sqlite';
import type { SignInStore } from '../../port.ts';
import { accountChanger } from './account-changes.ts';
import { accountReader, accountWriter } from './accounts.ts';
import { activityReader, activityWriter } from './activity.ts';
import { attemptWriter } from './attempts.ts';
import { credentialReader, credentialWriter } from './credentials.ts';
import { endedSessionReader, sessionEnder } from './ended-sessions.ts';
import { oneTimeTokenReader, oneTimeTokenWriter } from './one-time-tokens.ts';
import { parentReader, parentWriter } from './parents.ts';
import { sessionReader, sessionWriter } from './sessions.ts';

type Call = (...args: never[]) => unknown;
type Promised<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never;
};

/** Turns a synchronous call into an asynchronous call of the port. */
export type Promisify = <A extends unknown[], T>(call: (...args: A) => T) => (...args: A) => Promise<T>;

/** Assembles the store's sign-in calls. `writing` adds a call to the group commit, `reading` sees what is committed. */
export function signInStore(db: DatabaseSync, writing: Promisify, reading: Promisify): SignInStore {
  return {
    ...promisifyAll(accountWriter(db), writing),
    ...promisifyAll(sessionWriter(db), writing),
    ...promisifyAll(sessionEnder(db), writing),
    ...promisifyAll(oneTimeTokenWriter(db), writing),
    ...promisifyAll(credentialWriter(db), writing),
    ...promisifyAll(accountChanger(db), writing),
    ...promisifyAll(attemptWriter(db), writing),
    ...promisifyAll(activityWriter(db), writing),
    ...promisifyAll(parentWriter(db), writing),
    ...promisifyAll(parentReader(db), reading),
    ...promisifyAll(activityReader(db), reading),
    ...promisifyAll(accountReader(db), reading),
    ...promisifyAll(sessionReader(db), reading),
    ...promisifyAll(endedSessionReader(db), reading),
    ...promisifyAll(oneTimeTokenReader(db), reading),
    ...promisifyAll(credentialReader(db), reading),
  };
}

function promisifyAll<T extends Record<string, Call>>(calls: T, promisify: Promisify): Promised<T> {
  const promised = Object.entries(calls).map(([name, call]) => [name, promisify(call as () => unknown)]);
  return Object.fromEntries(promised) as Promised<T>;
}
