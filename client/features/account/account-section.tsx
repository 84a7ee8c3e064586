import { useId } from 'react';
import type { Elements } from '#client/lib/jsx.ts';
import { Card } from '#client/ui/card.tsx';

interface Props {
  title: string;
  lead?: string;
  children: Elements;
}

/** A titled section of a page behind the profile. */
export function AccountSection({ title, lead, children }: Props) {
  const heading = useId();
  return (
    <Card as="section" className="stack gap-4" aria-labelledby={heading}>
      <h2 id={heading} tabIndex={-1}>
        {title}
      </h2>
      {lead && <p className="muted">{lead}</p>}
      {children}
    </Card>
  );
}
