import { createContext } from 'react';

/** True inside a dialog. */
export const InsideDialog = createContext(false);

const open = new Set<object>();

/** Notes an open modal. Returns the cleanup. */
export function noteModal(): () => void {
  const modal = {};
  open.add(modal);
  return () => void open.delete(modal);
}

/** True while a modal is open: the page behind it takes no tap. */
export function isModalOpen(): boolean {
  return open.size > 0;
}
