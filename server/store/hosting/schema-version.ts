import { CannotOpenStore, type ReportMigration } from '../ports/store.ts';

/** The steps from an empty database to the present schema: the first creates the baseline, each other one raises it by one. */
export interface Schemas {
  baseline: number;
  steps: readonly string[];
}

export function presentSchema({ baseline, steps }: Schemas): number {
  return baseline + steps.length - 1;
}

/** Returns the steps that a database still needs, all of an empty one. Throws as below. */
export function stepsFrom(version: number, schemas: Schemas): readonly string[] {
  refuseUnknownSchema(version, schemas);
  return schemas.steps.slice(version === 0 ? 0 : version - schemas.baseline + 1);
}

/** The least time in ms between two reports of one migration: a short one is a single line. */
const REPORT_MS = 2000;

/** Generates the parts of steps, which blank lines divide, and reports how far it is when the next one is asked for. */
export function* partsOf(steps: readonly string[], report?: ReportMigration): Generator<string> {
  const begun = performance.now();
  let reported = begun;
  const parts = steps.flatMap((step) => step.split('\n\n'));
  for (const [index, part] of parts.entries()) {
    yield part;
    const now = performance.now();
    if (now - reported < REPORT_MS) continue;
    reported = now;
    const seconds = Math.round((now - begun) / 1000);
    report?.({ part: index + 1, of: parts.length, seconds }, 'the database is being migrated');
  }
}

/** Returns the schema to which a filled database must be migrated; undefined if it need not. Throws as below. */
export function migrationTarget(version: number, schemas: Schemas): number | undefined {
  refuseUnknownSchema(version, schemas);
  return version === 0 || version === presentSchema(schemas) ? undefined : presentSchema(schemas);
}

/** Throws CannotOpenStore if a database is of a newer version than this one, or from before the baseline. */
export function refuseUnknownSchema(version: number, schemas: Schemas): void {
  const present = presentSchema(schemas);
  if (version > present)
    throw new CannotOpenStore(
      `The database belongs to a newer version of Framme (schema ${version}; this version knows ${present}). ` +
        'Install the newer version again, or restore a backup from before the upgrade.',
    );
  refuseOlderSchema(version, schemas);
}

/** Throws CannotOpenStore if a database is not at this version's schema. */
export function requireSchema(version: number, schemas: Schemas): void {
  if (version === presentSchema(schemas)) return;
  refuseOlderSchema(version, schemas);
  throw new CannotOpenStore(
    'The database belongs to another version of Framme than this command: start the server of this version, then run the command again.',
  );
}

function refuseOlderSchema(version: number, { baseline }: Schemas): void {
  if (version === 0 || version >= baseline) return;
  throw new CannotOpenStore(
    `The database is from before the first release of Framme (schema ${version}), and the last version that migrates it is ` +
      '0.1.0 at commit 5a710333: start that one on it once, then this one again.',
  );
}
