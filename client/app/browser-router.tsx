import { startTransition, useLayoutEffect, useRef, useState } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router';
import type { Content } from '#client/lib/jsx.ts';
import { type NavigationBlocker, NavigationBlockerContext } from '#client/ui/hooks/unsaved.ts';

/** React Router's own `BrowserRouter` bundles links and forms of unused modes. */
export function BrowserRouter({ children }: { children: Content }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location });
  const hold = useRef<NavigationBlocker>(undefined);
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
      // The browser has already left: return to the shown entry, and leave after the answer. A page's steps
      // share one address.
      if (delta && !isLeaving && href !== page && hold.current?.(leave)) return history.go(-delta);
      isLeaving = false;
      [shown, page] = [index, href];
      startTransition(() => setState({ action, location }));
    });
  }, [history]);
  return (
    <NavigationBlockerContext value={hold}>
      <Router location={location} navigationType={action} navigator={history}>
        {children}
      </Router>
    </NavigationBlockerContext>
  );
}

/** React Router's number of the entry; another script's entry has none. */
function entryIndex(): number | undefined {
  const index: unknown = window.history.state?.idx;
  return typeof index === 'number' ? index : undefined;
}
