import { type Id, makeId } from '#domain/ids.ts';

/** A fresh id for something a parent adds. */
export function newId(): Id {
  return makeId(crypto.getRandomValues(new Uint8Array(16)));
}
