import { useEffect } from 'react';
import type { Content } from '#client/lib/jsx.ts';
import { useUiTexts } from './ui-texts.ts';

interface PageTitleProps {
  children: Content;
  /** The document title, if the heading is too long or not plain text. */
  tab?: string;
  className?: string | undefined;
}

/** The h1 of a page. Sets the document title, and takes the focus after navigation. */
export function PageTitle({ children, tab, className }: PageTitleProps) {
  const { brand } = useUiTexts();
  const title = tab ?? (typeof children === 'string' ? children : undefined);
  useEffect(() => {
    document.title = title ? `${title} – ${brand}` : brand;
  }, [title, brand]);
  return (
    <h1 id="page-title" tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
