import { CannotOpenStore, type ReportMigration } from '../ports/store.ts';

export interface Schemas {
  /** The oldest that is migrated. */
  baseline: number;
  /** Each makes the next schema. */
  steps: readonly string[];
  /** Makes the current schema of an empty database. */
  tables: string;
}

export function currentSchema({ baseline, steps }: Schemas): number {
  return baseline + steps.length;
}

/** Throws as `refuseUnknownSchema`. */
export function stepsFrom(version: number, schemas: Schemas): readonly string[] {
  refuseUnknownSchema(version, schemas);
  return version === 0 ? [schemas.tables] : schemas.steps.slice(version - schemas.baseline);
}

/** Ms between two reports: a short migration is a single line. */
const REPORT_MS = 2000;

/** Reports between parts, which blank lines divide. */
export function* partsOf(steps: readonly string[], report?: ReportMigration): Generator<string> {
  const begun = performance.now();
  let reported = begun;
  const parts = steps.flatMap((step) => step.split('\n\n')).filter((part) => part.trim() !== '');
  for (const [index, part] of parts.entries()) {
    yield part;
    const now = performance.now();
    if (now - reported < REPORT_MS) continue;
    reported = now;
    const seconds = Math.round((now - begun) / 1000);
    report?.({ part: index + 1, of: parts.length, seconds }, 'the database is being migrated');
  }
}

/** Undefined if no migration is needed. Throws as `refuseUnknownSchema`. */
export function migrationTarget(version: number, schemas: Schemas): number | undefined {
  refuseUnknownSchema(version, schemas);
  return version === 0 || version === currentSchema(schemas) ? undefined : currentSchema(schemas);
}

/** Throws CannotOpenStore for a newer schema, or one from before the baseline. */
export function refuseUnknownSchema(version: number, schemas: Schemas): void {
  const present = currentSchema(schemas);
  if (version > present)
    throw new CannotOpenStore(
      `The database belongs to a newer version of Framme (schema ${version}; this version knows ${present}). ` +
        'Install the newer version again, or restore a backup from before the upgrade.',
    );
  refuseOlderSchema(version, schemas);
}

/** Throws CannotOpenStore at any other schema. */
export function requireSchema(version: number, schemas: Schemas): void {
  if (version === currentSchema(schemas)) return;
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
