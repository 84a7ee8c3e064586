import { type Id, makeId } from '#domain/ids.ts';

/** Returns a new random id. */
export function newId(): Id {
  return makeId(crypto.getRandomValues(new Uint8Array(16)));
}
