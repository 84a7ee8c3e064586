import type { ComponentProps, MouseEvent } from 'react';
import { createPath, useHref, useLocation, useNavigate, useResolvedPath } from 'react-router';
import { isPage } from '#domain/pages/pages.ts';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  /** A path of Framme, or "." for this one. */
  to: string;
  /** Goes along to the page, and is not seen in the address. */
  state?: unknown;
}

/** A link within Framme. The router's own brings along what fetches ahead in a mode that is not used here. */
export function Link({ to, state, onClick, ...rest }: LinkProps) {
  const href = useHref(to);
  const go = useGoing(to, state);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    go();
  };
  return <a {...rest} href={href} onClick={follow} />;
}

/** A link of a menu: says so where it leads to the page on screen, or to one that this page is part of. */
export function MenuLink(link: LinkProps) {
  const { pathname } = useLocation();
  const isPart = isPage(pathname) && pathname.startsWith(`${link.to}/`);
  return <Link {...link} aria-current={pathname === link.to ? 'page' : isPart || undefined} />;
}

/** The page that is on screen already takes the place of itself, so that "back" leads away from it. */
function useGoing(to: string, state: unknown): () => void {
  const navigate = useNavigate();
  const isHere = createPath(useLocation()) === createPath(useResolvedPath(to));
  return () => void navigate(to, { replace: isHere, state });
}

/** With a key held or another button the browser opens it elsewhere by itself. */
function isPlain({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;
}
