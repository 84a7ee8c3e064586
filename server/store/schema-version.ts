import { CannotOpenStore } from './port.ts';

/** Throws CannotOpenStore where data stands at a schema that this version does not know. */
export function refuseNewerSchema(stands: number, known: number): void {
  if (stands <= known) return;
  throw new CannotOpenStore(
    `The data was written by a newer Framme (schema ${stands}; this one knows ${known}). ` +
      'Install that version again, or restore a backup from before.',
  );
}

/** Throws CannotOpenStore where a database stands at another schema than this Framme's. */
export function requireSchema(stands: number, known: number): void {
  if (stands === known) return;
  throw new CannotOpenStore(
    'The database is of another version of Framme than this command: start the server of this version, then run it again.',
  );
}
