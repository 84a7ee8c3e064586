import { CannotOpenStore } from './port.ts';

/** Throws CannotOpenStore if the data is at a newer schema than this version knows. */
export function refuseNewerSchema(version: number, known: number): void {
  if (version <= known) return;
  throw new CannotOpenStore(
    `The database belongs to a newer version of Framme (schema ${version}; this version knows ${known}). ` +
      'Install the newer version again, or restore a backup from before the upgrade.',
  );
}

/** Throws CannotOpenStore if the database is not at this version's schema. */
export function requireSchema(version: number, known: number): void {
  if (version === known) return;
  throw new CannotOpenStore(
    'The database belongs to another version of Framme than this command: start the server of this version, then run the command again.',
  );
}
