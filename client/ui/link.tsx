import type { MouseEvent } from 'react';
import { createPath, useHref, useLocation, useNavigate, useResolvedPath } from 'react-router';
import type { Attributes } from '#client/lib/jsx.ts';
import { useLeave } from './hooks/unsaved.ts';

export interface LinkProps extends Omit<Attributes<'a'>, 'href' | 'target'> {
  /** A path of this app, or "." for the current one. */
  to: string;
  /** Stored in the history entry. */
  state?: unknown;
}

/** React Router's own `Link` bundles prefetching for an unused mode. */
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

/** A link to the current page replaces its entry, so that "back" leaves the page. */
function useGoTo(to: string, state: unknown): () => void {
  const navigate = useNavigate();
  const isCurrent = createPath(useLocation()) === createPath(useResolvedPath(to));
  return () => void navigate(to, { replace: isCurrent, state });
}

/** Modifier keys and other buttons ask for a new tab or window. */
function isPlain({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;
}
