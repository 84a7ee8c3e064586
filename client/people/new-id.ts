import { type Id, makeId } from '#domain/ids.ts';

export function newId(): Id {
  return makeId(crypto.getRandomValues(new Uint8Array(16)));
}
