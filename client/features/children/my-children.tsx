import ChevronRight from 'lucide-react/icons/chevron-right';
import Plus from 'lucide-react/icons/plus';
import { memo, useId } from 'react';
import type { ChildView } from '#client/data/port.ts';
import { type Tone, toneOf } from '#client/people/child-tones.ts';
import { Initials } from '#client/people/initials.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import { SyncMark } from '#client/people/sync-mark.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Link } from '#client/ui/link.tsx';
import { List } from '#client/ui/list.tsx';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import styles from './children.module.css';
import { useVisitorCounts } from './use-visitor-counts.ts';

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
          <li key={child.id} className={`${styles.row} row`}>
            <ChildLink child={child} tone={toneOf(list, child.id)} />
          </li>
        ))}
      </List>
    </section>
  );
});

function ChildLink({ child, tone }: { child: ChildView; tone: Tone }) {
  const counts = useVisitorCounts(child);
  return (
    <Link to={`/profile?child=${child.id}`} className={`${styles.link} row`}>
      <Initials name={child.name} tone={tone} />
      <span className={`${styles.words} stack`}>
        <span className={`${styles.name} strong wrap`}>
          <PersonName>{child.name}</PersonName>
        </span>
        <span className="muted small wrap">{counts}</span>
        <SyncMark row={child.row} />
      </span>
      <ChevronRight size={20} className="muted" />
    </Link>
  );
}
