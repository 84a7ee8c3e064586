/** Masks an address for a page without a session, or a device's list of accounts: 'a…@e….se' for 'astrid@example.se'. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const labels = email.slice(at + 1).split('.');
  const top = labels.length > 1 ? `.${labels.at(-1)}` : '';
  return `${first(email.slice(0, at))}…@${first(labels[0])}…${top}`;
}

function first(text: string | undefined): string {
  return [...(text ?? '')][0] ?? '';
}
