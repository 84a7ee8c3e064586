import Plus from 'lucide-react/icons/plus';
import { memo, useId } from 'react';
import type { ChildView } from '#client/data/port.ts';
import { toneOf } from '#client/people/child-tones.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { List } from '#client/ui/list.tsx';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import { ChildLink } from './child-link.tsx';
import styles from './children.module.css';

interface Props {
  list: readonly ChildView[];
  onAdd(): void;
}

/** The parent's children, each a link to its friends and guests. */
export const MyChildren = memo(function MyChildren({ list, onAdd }: Props) {
  const { texts } = useTranslation();
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={`${styles.section} stack gap-4`}>
      <SectionHeading
        id={heading}
        action={<Button variant="quiet" icon={Plus} label={texts.people.addChild} onClick={onAdd} />}
      >
        {texts.people.myChildren}
      </SectionHeading>
      <List className="stack gap-2">
        {list.map((child) => (
          <ChildLink key={child.id} child={child} tone={toneOf(list, child.id)} />
        ))}
      </List>
    </section>
  );
});
