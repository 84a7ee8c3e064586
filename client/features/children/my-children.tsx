import ChevronRight from 'lucide-react/icons/chevron-right';
import Plus from 'lucide-react/icons/plus';
import { memo, useId } from 'react';
import type { ChildView } from '#client/data/port.ts';
import { Dotted } from '#client/lib/dot.tsx';
import { SyncMark } from '#client/people/marks.tsx';
import { Initials, PersonName } from '#client/people/person-name.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Link } from '#client/ui/link.tsx';
import { List, SectionHeading } from '#client/ui/sections.tsx';
import styles from './children.module.css';

interface Props {
  list: readonly ChildView[];
  onAdd(): void;
}

export const MyChildren = memo(function MyChildren({ list, onAdd }: Props) {
  const { texts } = useTranslation();
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="stack top gap-4">
      <SectionHeading
        id={heading}
        action={<Button variant="quiet" icon={Plus} label={texts.people.addChild} onClick={onAdd} />}
      >
        {texts.people.myChildren}
      </SectionHeading>
      <List className="stack gap-2">
        {list.map((child) => (
          <ChildLink key={child.id} child={child} />
        ))}
      </List>
    </section>
  );
});

export function ChildLink({ child }: { child: ChildView }) {
  const counts = useVisitorCounts(child);
  return (
    <li className={`${styles.row} row`}>
      <Link to={`/profile?child=${child.id}`} className={`${styles.link} row`}>
        <Initials id={child.id} name={child.name} />
        <span className={`${styles.words} stack`}>
          <span className={'hover-underlined strong wrap'}>
            <PersonName>{child.name}</PersonName>
          </span>
          <span className="muted small wrap">
            <Dotted text={counts} />
          </span>
          <SyncMark row={child.row} />
        </span>
        <ChevronRight size={20} className="muted" />
      </Link>
    </li>
  );
}

/** "3 friends · 1 guest"; guests only if any. */
export function useVisitorCounts({ friends, guests }: ChildView): string {
  const { t } = useTranslation();
  const counts: string[] = [t(($) => $.people.friendCount, { count: friends.length })];
  if (guests.length > 0) counts.push(t(($) => $.people.guestCount, { count: guests.length }));
  // Non-breaking spaces: a line breaks at a dot only.
  return counts.map((count) => count.replaceAll(' ', '\u00a0')).join(' · ');
}
