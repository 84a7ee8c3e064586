import { type ReactNode, useId } from 'react';
import { Card } from '#client/ui/card.tsx';
import styles from './account.module.css';

interface Props {
  title: string;
  lead?: string;
  children: ReactNode;
}

/** A titled section of the account page. */
export function AccountSection({ title, lead, children }: Props) {
  const heading = useId();
  return (
    <Card as="section" className={styles.section} aria-labelledby={heading}>
      <h2 id={heading} tabIndex={-1}>
        {title}
      </h2>
      {lead && <p className={styles.hint}>{lead}</p>}
      {children}
    </Card>
  );
}
