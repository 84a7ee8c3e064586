/** The result of one look: a sentence, and for what is not fine another that says what to do. */
export interface Check {
  name: string;
  state: 'ok' | 'warning' | 'problem';
  says: string;
  remedy?: string;
}

/** Makes the checks of one name. */
export function checksOf(name: string) {
  return {
    ok: (says: string): Check => ({ name, state: 'ok', says }),
    warning: (says: string, remedy: string): Check => ({ name, state: 'warning', says, remedy }),
    problem: (says: string, remedy: string): Check => ({ name, state: 'problem', says, remedy }),
  };
}

/** Returns the code of a failure, like ECONNREFUSED, of its cause, or its kind. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? error.name : reasonOf(error.cause);
}

/** Makes checks that read a path; one that this user may not read, or that is something else, is a problem by itself. */
export function checksOfPath(name: string, path: string, look: () => Iterable<Check>): Check[] {
  try {
    return [...look()];
  } catch (error) {
    return [
      checksOf(name).problem(
        `${path} cannot be read (${reasonOf(error)}).`,
        'Run this as the user of the server, or correct the setting that names it.',
      ),
    ];
  }
}
