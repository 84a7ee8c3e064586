import { type ComponentProps, useId } from 'react';
import { Dotted } from '#client/lib/dot.tsx';
import type { Elements } from '#client/lib/jsx.ts';
import type { Button } from '#client/ui/buttons/button.tsx';

interface Props {
  icon: NonNullable<ComponentProps<typeof Button>['icon']>;
  title: string;
  children?: Elements;
}

export function SheetPart({ icon: Icon, title, children }: Props) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="divided stack gap-2">
      <h3 id={heading} className="medium line gap-2 wrap">
        <Icon size={18} />
        <span>
          <Dotted text={title} />
        </span>
      </h3>
      {children}
    </section>
  );
}
