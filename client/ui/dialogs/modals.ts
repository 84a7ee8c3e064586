import { createContext } from 'react';
import { markRoot } from '#client/ui/hooks/mark-root.ts';

/** True inside a dialog. */
export const InsideDialog = createContext(false);

/** An open modal; `close` is undefined if nothing but its own buttons closes it. */
interface Modal {
  close: (() => void) | undefined;
}

const open: Modal[] = [];

/** Notes an open modal. Returns the cleanup. */
export function noteModal(modal: Modal): () => void {
  open.push(modal);
  const unmark = markRoot('modal');
  return () => {
    unmark();
    open.splice(open.indexOf(modal), 1);
  };
}

/** True while a modal is open: the page behind it takes no tap. */
export function isModalOpen(): boolean {
  return open.length > 0;
}

/** Closes the modal on top. Returns false if there is none, or if nothing but its buttons closes it. */
export function closeTopModal(): boolean {
  const close = open.at(-1)?.close;
  close?.();
  return close !== undefined;
}
