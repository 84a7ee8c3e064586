import StickyNote from 'lucide-react/icons/sticky-note';
import type { VisitorView } from '#client/data/port.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import styles from './note.module.css';

interface Props {
  /** Undefined once the visitor was removed. */
  visitor: Pick<VisitorView, 'fields'> | undefined;
}

/** Tells in a row that the family has a note on a friend or guest; the row's sheet shows it. */
export function NoteMark({ visitor }: Props) {
  const { texts } = useTranslation();
  if (!visitor?.fields.note) return null;
  return (
    <StickyNote
      role="img"
      aria-hidden="false"
      aria-label={texts.people.hasNote}
      size={16}
      className={styles.mark}
    />
  );
}

/** The note on a friend or guest, whole. */
export function NoteText({ visitor }: Props) {
  const { texts } = useTranslation();
  const note = visitor?.fields.note;
  if (!note) return null;
  return (
    <p className={`${styles.text} line gap-2 box notice wrap`}>
      <StickyNote role="img" aria-hidden="false" aria-label={texts.people.fields.note} size={20} />
      <bdi>{note}</bdi>
    </p>
  );
}
