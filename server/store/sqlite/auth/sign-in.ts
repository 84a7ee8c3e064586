import type { DatabaseSync } from 'node:sqlite';
import type { SignInStore } from '../../sign-in-port.ts';
import { write } from '../connection/connection.ts';
import { accountChanger } from './account-changes.ts';
import { accountReader, accountWriter } from './accounts.ts';
import { attemptWriter } from './attempts.ts';
import { credentialReader, credentialWriter } from './credentials.ts';
import { sessionReader, sessionWriter } from './sessions.ts';
import { ticketReader, ticketWriter } from './tickets.ts';

type Call = (...args: never[]) => unknown;
type Promised<T> = {
  [K in keyof T]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never;
};

/** Turns calls that answer at once into calls of the port. */
export type Promising = <A extends unknown[], T>(call: (...args: A) => T) => (...args: A) => Promise<T>;

/** The part of a store that knows sign-in. In: how a write joins a commit, and how a read's troubles are told. */
export function signInOn(
  writer: DatabaseSync,
  reader: DatabaseSync,
  writing: Promising,
  reading: Promising,
): SignInStore {
  const expiredWriter = forgetExpired(writer);
  return {
    ...each(accountWriter(writer), writing),
    ...each(sessionWriter(writer), writing),
    ...each(ticketWriter(writer), writing),
    ...each(credentialWriter(writer), writing),
    ...each(accountChanger(writer), writing),
    ...each(attemptWriter(writer), writing),
    forgetExpired: writing(expiredWriter),
    ...each(accountReader(reader), reading),
    ...each(sessionReader(reader), reading),
    ...each(ticketReader(reader), reading),
    ...each(credentialReader(reader), reading),
  };
}

function each<T extends Record<string, Call>>(calls: T, promising: Promising): Promised<T> {
  const promised = Object.entries(calls).map(([name, call]) => [name, promising(call as () => unknown)]);
  return Object.fromEntries(promised) as Promised<T>;
}

function forgetExpired(db: DatabaseSync): (now: string) => void {
  const ended = [
    write(db, 'DELETE FROM sessions WHERE expires_at <= ?'),
    write(db, 'DELETE FROM tickets WHERE expires_at <= ?'),
  ];
  const full = write(db, 'DELETE FROM attempts WHERE full_at <= ?');
  return (now) => {
    for (const remove of ended) remove(now);
    full(Date.parse(now));
  };
}
