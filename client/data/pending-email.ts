const KEY = 'framme.new-email';

/**
 * Stores a new e-mail address for this tab while the browser visits a sign-in provider for re-authentication; undefined
 * removes it.
 */
export function setPendingEmail(email: string | undefined): void {
  try {
    if (email === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, email);
  } catch {
    // Without sessionStorage the address has to be typed again.
  }
}

/** The stored address, or ''. */
export function pendingEmail(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}
