import type { Change } from '#domain/protocol/sync.ts';

/** A document as the feed reads it; a body of null is a tombstone. */
export interface ChangeRow {
  path: string;
  version: number;
  body: string | null;
}

export function changeOf({ path, version, body }: ChangeRow): Change {
  return body === null ? { path, version } : { path, version, document: JSON.parse(body) };
}
