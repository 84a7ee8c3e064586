const KEY = 'framme.new-email';

/** Keeps a new e-mail while the page is left for another service, in this tab alone; undefined ends that. */
export function keepEmail(email: string | undefined): void {
  try {
    if (email === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, email);
  } catch {
    // Where nothing can be kept it is typed once more.
  }
}

/** What is kept, or ''. */
export function keptEmail(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}
