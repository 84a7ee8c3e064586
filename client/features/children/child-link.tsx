import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ChildView } from '#client/data/port.ts';
import { Dotted } from '#client/lib/dot.tsx';
import type { Tone } from '#client/people/child-tones.ts';
import { Initials } from '#client/people/initials.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import { SyncMark } from '#client/people/sync-mark.tsx';
import { Link } from '#client/ui/link.tsx';
import styles from './children.module.css';
import { useVisitorCounts } from './use-visitor-counts.ts';

/** A row that leads to a child's friends and guests. */
export function ChildLink({ child, tone }: { child: ChildView; tone: Tone }) {
  const counts = useVisitorCounts(child);
  return (
    <li className={`${styles.row} row`}>
      <Link to={`/profile?child=${child.id}`} className={`${styles.link} row`}>
        <Initials name={child.name} tone={tone} />
        <span className={`${styles.words} stack`}>
          <span className={`${styles.name} strong wrap`}>
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
