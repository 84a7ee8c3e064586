export interface Check {
  name: string;
  state: 'ok' | 'warning' | 'problem';
  says: string;
  remedy?: string;
}

export function checksOf(name: string) {
  return {
    ok: (says: string): Check => ({ name, state: 'ok', says }),
    warning: (says: string, remedy: string): Check => ({ name, state: 'warning', says, remedy }),
    problem: (says: string, remedy: string): Check => ({ name, state: 'problem', says, remedy }),
  };
}

/** The first sentence is the finding, the rest the remedy. */
export function refusal(name: string, message: string, state: 'warning' | 'problem' = 'problem'): Check {
  const [says = message, ...remedy] = message.split(/(?<=[.?]) (?=[A-Z])/);
  return { name, state, says, ...(remedy.length > 0 && { remedy: remedy.join(' ') }) };
}

export const TRUST_OWN =
  'If an authority of your own signed it, name its certificate by NODE_EXTRA_CA_CERTS in the environment of Framme, not in .env';

/** Other users of the machine can neither read nor enter it. */
export function isPrivate({ mode }: { mode: number }): boolean {
  return process.platform === 'win32' || (mode & 0o077) === 0;
}

/** Like ECONNREFUSED, of the error or its cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? error.name : reasonOf(error.cause);
}
