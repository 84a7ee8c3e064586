import ChevronDown from 'lucide-react/icons/chevron-down';
import { type HTMLAttributes, useEffect, useState } from 'react';
import type { Attributes, Content, Elements } from '#client/lib/jsx.ts';
import { Button, type ButtonProps } from './buttons/button.tsx';
import { classes } from './classes.ts';
import styles from './sections.module.css';
import { useUiTexts } from './ui-texts.ts';

export function Card({
  as: Element = 'div',
  className,
  ...rest
}: Attributes<'div'> & { as?: 'div' | 'section' | 'article' }) {
  return <Element {...rest} className={classes(styles.card, 'raised surface', className)} />;
}

interface PageTitleProps {
  children: Content;
  /** The document title, if the heading is too long or not plain text. */
  tab?: string;
  className?: string | undefined;
}

/** Sets the document title; focused after navigation. */
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

interface SectionHeadingProps {
  id: string;
  children: Content;
  action?: Elements;
}

/** Focusable, for when the focused control is removed. */
export function SectionHeading({ id, children, action }: SectionHeadingProps) {
  return (
    <div className={`${styles.heading} row between`}>
      <h2 id={id} tabIndex={-1} className="wrap">
        {children}
      </h2>
      {action}
    </div>
  );
}

interface ListProps extends Omit<HTMLAttributes<HTMLElement>, 'children'> {
  ordered?: boolean;
  children: Elements;
}

/** An explicit role, because Safari drops it from lists without markers. */
export function List({ ordered, ...rest }: ListProps) {
  const Tag = ordered ? 'ol' : 'ul';
  return <Tag role="list" {...rest} />;
}

export function ShowMore(props: ButtonProps) {
  return <Button variant="quiet" wide data-row="" icon={ChevronDown} {...props} />;
}

export function useShowMore<T>(
  all: readonly T[],
  size: number,
  first = size,
): { shown: readonly T[]; isAll: boolean; showMore: () => void } {
  const [count, setCount] = useState(first);
  return {
    shown: all.slice(0, count),
    isAll: all.length <= count,
    showMore: () => setCount((known) => known + size),
  };
}

interface DisclosureProps {
  summary: string;
  className?: string | undefined;
  children: Elements;
}

/** Works without scripts; the browser's search in the page opens it. */
export function Disclosure({ summary, className, children }: DisclosureProps) {
  return (
    <details className={classes(styles.disclosure, className)}>
      <summary className={`${styles.summary} line gap-2 strong`}>
        <span>{summary}</span>
        <ChevronDown className={styles.arrow} size={20} />
      </summary>
      {children}
    </details>
  );
}
