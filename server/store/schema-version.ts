import { CannotOpenStore } from './port.ts';

/** Throws CannotOpenStore if the data is at a newer schema than this version knows. */
export function refuseNewerSchema(version: number, known: number): void {
  if (version <= known) return;
  throw new CannotOpenStore(
    `The data was written by a newer Framme (schema ${version}; this one knows ${known}). ` +
      'Install that version again, or restore a backup from before.',
  );
}

/** Throws CannotOpenStore if the database is not at this version's schema. */
export function requireSchema(version: number, known: number): void {
  if (version === known) return;
  throw new CannotOpenStore(
    'The database is of another version of Framme than this command: start the server of this version, then run it again.',
  );
}
