import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';

export interface PageTitleProps {
  children: ReactNode;
  /** What the tab says, where the heading is more than words or too long. */
  tab?: string;
  className?: string | undefined;
}

/** The one h1 of a page: names the tab, and takes the focus when somebody comes here from another page. */
export function PageTitle({ children, tab, className }: PageTitleProps) {
  const { t } = useTranslation();
  const words = tab ?? (typeof children === 'string' ? children : undefined);
  const brand = t(($) => $.common.brand);
  useEffect(() => {
    document.title = words ? `${words} – ${brand}` : brand;
  }, [words, brand]);
  return (
    <h1 tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
