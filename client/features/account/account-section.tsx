import { type ReactNode, useId } from 'react';
import { Card } from '#client/ui/card.tsx';
import styles from './account.module.css';

/** A titled section of the account page. */
export function AccountSection({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <Card as="section" className={styles.section} aria-labelledby={heading}>
      <h2 id={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </Card>
  );
}
