import type { Change } from '#domain/protocol/sync.ts';

/** A document's row in the feed; a null body is a tombstone. */
export interface ChangeRow {
  path: string;
  version: number;
  body: string | null;
}

export function changeOf({ path, version, body }: ChangeRow): Change {
  return body === null ? { path, version } : { path, version, document: JSON.parse(body) };
}
