import { createContext, type RefObject, useContext, useEffect, useId, useState } from 'react';

/** The forms on the screen whose input is not saved. */
export interface UnsavedForms {
  /** Notes whether the form with this id holds input that is not saved. */
  set(form: string, isUnsaved: boolean): void;
  count(): number;
}

export const UnsavedContext = createContext<UnsavedForms | undefined>(undefined);

/** Runs a function at once, or after a question whether to lose what was typed. */
export const AskContext = createContext<(then: () => void) => void>((then) => then());

/** Asked before the browser's buttons back and forward leave a page: true if it stays, until an answer runs `leave`. */
export type Hold = (leave: () => void) => boolean;

/** The place in which the router looks for the question. */
export const HoldContext = createContext<RefObject<Hold | undefined> | undefined>(undefined);

export function unsavedForms(): UnsavedForms {
  const forms = new Set<string>();
  return {
    set: (form, isUnsaved) => void (isUnsaved ? forms.add(form) : forms.delete(form)),
    count: () => forms.size,
  };
}

/** Makes leaving the page or the dialog ask while a form holds input that it would lose. */
export function useUnsaved(isUnsaved: boolean): void {
  const form = useId();
  const forms = useContext(UnsavedContext);
  useEffect(() => {
    forms?.set(form, isUnsaved);
    return () => forms?.set(form, false);
  }, [forms, form, isUnsaved]);
}

/** Returns a function that leaves the page: at once, or after the question if something on it is not saved. */
export function useLeave(): (go: () => void) => void {
  const forms = useContext(UnsavedContext);
  const ask = useContext(AskContext);
  return (go) => (forms && forms.count() > 0 ? ask(go) : go());
}

/** Returns a function that closes a dialog, after the question if something was typed since it opened. */
export function useClose(onClose: (() => void) | undefined): (() => void) | undefined {
  const forms = useContext(UnsavedContext);
  const ask = useContext(AskContext);
  const [before] = useState(() => forms?.count() ?? 0);
  return onClose && (() => ((forms?.count() ?? 0) > before ? ask(onClose) : onClose()));
}
