import type { MouseEvent } from 'react';
import { createPath, useHref, useLocation, useNavigate, useResolvedPath } from 'react-router';
import type { Attributes } from '#client/lib/jsx.ts';
import { useLeave } from './hooks/unsaved.ts';

export interface LinkProps extends Omit<Attributes<'a'>, 'href' | 'target'> {
  /** A path of this app, or "." for the current one. */
  to: string;
  /** Passed on in the state of the history entry. */
  state?: unknown;
}

/** A link within the app. React Router's own `Link` bundles prefetching of a mode not used here. */
export function Link({ to, state, onClick, ...rest }: LinkProps) {
  const href = useHref(to);
  const go = useGoTo(to, state);
  const leave = useLeave();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    leave(go);
  };
  return <a {...rest} href={href} onClick={follow} />;
}

/** A link to the current page replaces its history entry, so that "back" leaves the page. */
function useGoTo(to: string, state: unknown): () => void {
  const navigate = useNavigate();
  const isCurrent = createPath(useLocation()) === createPath(useResolvedPath(to));
  return () => void navigate(to, { replace: isCurrent, state });
}

/** False if a modifier key or another button asks the browser for a new tab or window. */
function isPlain({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;
}
