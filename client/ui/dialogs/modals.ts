import { createContext } from 'react';
import { markRoot } from '#client/ui/hooks/mark-root.ts';

export const InsideDialog = createContext(false);

/** `close` is undefined if only its own buttons close it. */
interface Modal {
  close: (() => void) | undefined;
}

const open: Modal[] = [];

export function noteModal(modal: Modal): () => void {
  open.push(modal);
  const unmark = markRoot('modal');
  return () => {
    unmark();
    open.splice(open.indexOf(modal), 1);
  };
}

/** The page behind takes no tap. */
export function isModalOpen(): boolean {
  return open.length > 0;
}

/** False if no modal is open or only its buttons close it. */
export function closeTopModal(): boolean {
  const close = open.at(-1)?.close;
  close?.();
  return close !== undefined;
}
