import { useCallback, useContext, useEffect, useState } from 'react';
import type { Elements } from '#client/lib/jsx.ts';
import {
  ConfirmLeaveContext,
  NavigationBlockerContext,
  UnsavedContext,
  type UnsavedForms,
} from '#client/ui/hooks/unsaved.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import { closeTopModal } from './modals.ts';

const LeaveQuestion = lazyDialog(
  () => import('./leave-question.tsx'),
  'LeaveQuestion',
  ({ onStay }) => onStay,
);

/** Asks before a link, back or forward, or closing a dialog or tab loses input. */
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
      <ConfirmLeaveContext value={ask}>
        {children}
        {pending && <LeaveQuestion onLeave={leave} onStay={() => setPending(undefined)} />}
      </ConfirmLeaveContext>
    </UnsavedContext>
  );
}

/** Back and forward close an open dialog, or ask before input is lost. */
function useBack(forms: UnsavedForms, ask: (go: () => void) => void): void {
  const hold = useContext(NavigationBlockerContext);
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

/** The browser shows its own question. */
function useTabClose(forms: UnsavedForms): void {
  useEffect(() => {
    const listening = new AbortController();
    const hold = (event: Event) => forms.count() > 0 && event.preventDefault();
    window.addEventListener('beforeunload', hold, listening);
    return () => listening.abort();
  }, [forms]);
}

function unsavedForms(): UnsavedForms {
  const forms = new Set<string>();
  return {
    set: (form, isUnsaved) => void (isUnsaved ? forms.add(form) : forms.delete(form)),
    count: () => forms.size,
  };
}
