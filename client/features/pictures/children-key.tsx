import type { ChildView } from '#client/data/port.ts';
import { toneOf } from '#client/people/child-tones.ts';
import { Initials } from '#client/people/initials.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import styles from './week-picture.module.css';

/** The children with their colours; the bars of a picture have no room for names. */
export function ChildrenKey({ list }: { list: readonly ChildView[] }) {
  if (list.length < 2) return null;
  return (
    <p aria-hidden="true" className={styles.key}>
      {list.map(({ id, name }) => (
        <span key={id} className={styles.child}>
          <Initials small name={name} tone={toneOf(list, id)} />
          <PersonName>{name}</PersonName>
        </span>
      ))}
    </p>
  );
}
