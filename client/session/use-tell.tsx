import { createContext, useContext, useState } from 'react';
import type { Household } from '#client/data/port.ts';
import type { Component, Elements } from '#client/lib/jsx.ts';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import type { VisitorRef } from '#domain/paths.ts';
import { useHouseholdIfAny } from './use-household.ts';

type Tell = (about: VisitorRef) => void;

interface TellDialogProps {
  about: VisitorRef;
  drafts: Map<string, { to: string; text: string }>;
  onClose(): void;
}

const TellContext = createContext<Tell>(() => undefined);

/**
 * Returns a function that opens the dialog for messaging a parent, from the user's own phone, about a friend or guest who
 * came or went. The function is stable.
 */
export function useTell(): Tell {
  return useContext(TellContext);
}

interface TellProviderProps {
  dialog: Component<TellDialogProps>;
  children: Elements;
}

/** Renders the dialog, and keeps its drafts of each household as long as the page is open. */
export function TellProvider({ dialog: Dialog, children }: TellProviderProps) {
  const household = useHouseholdIfAny();
  const [about, setAbout] = useState<VisitorRef>();
  const [drafts] = useState(() => new WeakMap<Household, TellDialogProps['drafts']>());
  const close = () => {
    setAbout(undefined);
    keepFocus('main');
  };
  const own = household && (drafts.get(household) ?? new Map());
  if (household && own) drafts.set(household, own);
  return (
    <TellContext value={setAbout}>
      {children}
      {about && own && <Dialog about={about} drafts={own} onClose={close} />}
    </TellContext>
  );
}
