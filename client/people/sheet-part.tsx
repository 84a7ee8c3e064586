import { useId } from 'react';
import { Dotted } from '#client/lib/dot.tsx';
import type { Elements } from '#client/lib/jsx.ts';

export function SheetPart({ title, children }: { title: string; children?: Elements }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="stack gap-2">
      <h3 id={heading} className="medium wrap">
        <Dotted text={title} />
      </h3>
      {children}
    </section>
  );
}
