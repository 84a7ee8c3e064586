import { startTransition, useLayoutEffect, useRef, useState } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router';
import type { Content } from '#client/lib/jsx.ts';
import { type Hold, HoldContext } from '#client/ui/hooks/unsaved.ts';

/** The router over the browser history. React Router's own `BrowserRouter` bundles links and forms of modes not used here. */
export function BrowserRouter({ children }: { children: Content }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location });
  const hold = useRef<Hold>(undefined);
  useLayoutEffect(() => {
    let [shown, page] = [entryIndex(), window.location.href];
    let isLeaving = false;
    return history.listen(({ action, location }) => {
      const [index, { href }] = [entryIndex(), window.location];
      const delta = action === 'POP' && index !== undefined && shown !== undefined && index - shown;
      const leave = () => {
        isLeaving = true;
        history.go(Number(delta));
      };
      // The browser has left already: it goes back to the entry that is shown, and leaves again after the answer. Steps of one
      // page share its address.
      if (delta && !isLeaving && href !== page && hold.current?.(leave)) return history.go(-delta);
      isLeaving = false;
      [shown, page] = [index, href];
      startTransition(() => setState({ action, location }));
    });
  }, [history]);
  return (
    <HoldContext value={hold}>
      <Router location={location} navigationType={action} navigator={history}>
        {children}
      </Router>
    </HoldContext>
  );
}

/** The number that React Router gives each entry; undefined for an entry that it did not make. */
function entryIndex(): number | undefined {
  const index: unknown = window.history.state?.idx;
  return typeof index === 'number' ? index : undefined;
}
