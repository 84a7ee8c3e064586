import { useEffect } from 'react';
import type { FirstRunStep } from '#client/session/return-to.ts';

/** The typed texts of a step, by field. */
type Draft = Readonly<Record<string, string>>;

/**
 * Returns what was typed into a step before the page was reloaded; empty if nothing was. It lies in the state of the
 * history entry, which goes with the tab and is replaced when the sheet closes.
 */
export function readDraft(step: FirstRunStep): Draft {
  const { firstRun, draft } = entryState();
  if (firstRun !== step || typeof draft !== 'object' || draft === null) return {};
  const texts = Object.entries(draft).filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(texts);
}

/** Keeps what is typed into a step for a reload, or for a phone that ends a hidden page. */
export function useKeptDraft(step: FirstRunStep, draft: Draft): void {
  useEffect(() => {
    const usr = entryState();
    if (usr.firstRun !== step) return;
    try {
      window.history.replaceState({ ...window.history.state, usr: { ...usr, draft } }, '');
    } catch (error) {
      // Safari takes a hundred changes in half a minute; the next one is kept again.
      console.warn(error);
    }
  });
}

/** The router's state of the present history entry. */
function entryState(): Readonly<Record<string, unknown>> {
  const state: unknown = window.history.state?.usr;
  return typeof state === 'object' && state !== null ? { ...state } : {};
}
