import { useCallback, useContext, useEffect, useState } from 'react';
import type { Elements } from '#client/lib/jsx.ts';
import {
  AskContext,
  HoldContext,
  UnsavedContext,
  type UnsavedForms,
  unsavedForms,
} from '#client/ui/hooks/unsaved.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import { closeTopModal } from './modals.ts';

const LeaveQuestion = lazyDialog(
  () => import('./leave-question.tsx'),
  'LeaveQuestion',
  ({ onStay }) => onStay,
);

/** Asks before what was typed on the page or in a dialog is lost: by a link, the browser's buttons, or by closing a dialog or the tab. */
export function LeaveGuard({ children }: { children: Elements }) {
  const [forms] = useState(unsavedForms);
  const [pending, setPending] = useState<{ go: () => void }>();
  const ask = useCallback((go: () => void) => setPending({ go }), []);
  useTabClose(forms);
  useBack(forms, ask);
  const leave = () => {
    setPending(undefined);
    pending?.go();
  };
  return (
    <UnsavedContext value={forms}>
      <AskContext value={ask}>
        {children}
        {pending && <LeaveQuestion onLeave={leave} onStay={() => setPending(undefined)} />}
      </AskContext>
    </UnsavedContext>
  );
}

/** Holds the browser's buttons back and forward, of which the router tells: they close an open dialog, and ask before input is lost. */
function useBack(forms: UnsavedForms, ask: (go: () => void) => void): void {
  const hold = useContext(HoldContext);
  useEffect(() => {
    if (!hold) return undefined;
    hold.current = (leave) => {
      if (forms.count() === 0) return closeTopModal();
      ask(leave);
      return true;
    };
    return () => {
      hold.current = undefined;
    };
  }, [hold, forms, ask]);
}

/** The browser asks in its own words. */
function useTabClose(forms: UnsavedForms): void {
  useEffect(() => {
    const listening = new AbortController();
    const hold = (event: Event) => forms.count() > 0 && event.preventDefault();
    window.addEventListener('beforeunload', hold, listening);
    return () => listening.abort();
  }, [forms]);
}
