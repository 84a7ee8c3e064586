import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react';
import type { Household } from '#client/data/port.ts';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import type { VisitorRef } from '#domain/paths.ts';
import { useHouseholdIfAny } from './use-household.ts';

const TellParent = lazy(() =>
  import('#client/routes/tell-parent.tsx').then(({ TellParent: Dialog }) => ({ default: Dialog })),
);

type Tell = (about: VisitorRef) => void;

const TellContext = createContext<Tell>(() => undefined);

/** Opens the dialog that tells a parent, by the reader's own phone, that a friend or guest came or went. Always the same. */
export function useTell(): Tell {
  return useContext(TellContext);
}

/** Holds the dialog, and what was written in it for as long as the page is open. */
export function TellProvider({ children }: { children: ReactNode }) {
  const household = useHouseholdIfAny();
  const [about, setAbout] = useState<VisitorRef>();
  const [drafts] = useState(() => new WeakMap<Household, Map<string, { to: string; text: string }>>());
  const close = () => {
    setAbout(undefined);
    keepFocus('main');
  };
  const own = household && (drafts.get(household) ?? new Map());
  if (household && own) drafts.set(household, own);
  return (
    <TellContext value={setAbout}>
      {children}
      <Suspense>{about && own && <TellParent about={about} drafts={own} onClose={close} />}</Suspense>
    </TellContext>
  );
}
