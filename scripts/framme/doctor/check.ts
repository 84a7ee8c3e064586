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

/** Makes a check of a message for the host: its first sentence, and what to do, which follows. */
export function refusal(name: string, message: string, state: 'warning' | 'problem' = 'problem'): Check {
  const [says = message, ...remedy] = message.split(/(?<=[.?]) (?=[A-Z])/);
  return { name, state, says, ...(remedy.length > 0 && { remedy: remedy.join(' ') }) };
}

/** The codes of a certificate that no known authority signed. */
export const UNTRUSTED = /SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)/;
export const TRUST_OWN =
  'If an authority of your own signed it, name its certificate by NODE_EXTRA_CA_CERTS in the environment of Framme, not in .env';

/** True of a file that other users of the machine can neither read nor enter. */
export function isPrivate({ mode }: { mode: number }): boolean {
  return process.platform === 'win32' || (mode & 0o077) === 0;
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
        'Run this as the user of the server; if this is that user, make it the owner (chown), or correct the setting that names it.',
      ),
    ];
  }
}
