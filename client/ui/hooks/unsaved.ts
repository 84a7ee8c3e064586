import { createContext, type RefObject, useContext, useEffect, useId } from 'react';

export interface UnsavedForms {
  set(form: string, isUnsaved: boolean): void;
  count(): number;
}

export const UnsavedContext = createContext<UnsavedForms | undefined>(undefined);

/** Runs `then` at once, or after asking about unsaved input. */
export const ConfirmLeaveContext = createContext<(then: () => void) => void>((then) => then());

/** Called before back or forward leave: true stays until an answer runs `leave`. */
export type NavigationBlocker = (leave: () => void) => boolean;

/** The router reads the current blocker here. */
export const NavigationBlockerContext = createContext<RefObject<NavigationBlocker | undefined> | undefined>(
  undefined,
);

export function useUnsaved(isUnsaved: boolean): void {
  const form = useId();
  const forms = useContext(UnsavedContext);
  useEffect(() => {
    forms?.set(form, isUnsaved);
    return () => forms?.set(form, false);
  }, [forms, form, isUnsaved]);
}

/** Leaves at once, or after asking about unsaved input. */
export function useLeave(): (go: () => void) => void {
  const forms = useContext(UnsavedContext);
  const ask = useContext(ConfirmLeaveContext);
  return (go) => (forms && forms.count() > 0 ? ask(go) : go());
}
