import { createContext } from 'react';

/** Reloads the page if that helps against the error. Unless the parent asked for it, not if something typed would be lost. */
export const ReloadContext = createContext<(error: unknown, isAsked: boolean) => Promise<void>>(
  async () => undefined,
);
