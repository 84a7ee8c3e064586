import CircleDot from 'lucide-react/icons/circle-dot';
import CloudUpload from 'lucide-react/icons/cloud-upload';
import DoorOpen from 'lucide-react/icons/door-open';
import Save from 'lucide-react/icons/save';
import StickyNote from 'lucide-react/icons/sticky-note';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import { useSyncExternalStore } from 'react';
import type { RowState, VisitorView } from '#client/data/port.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { Status } from '#domain/documents.ts';
import styles from './marks.module.css';

export function StatusPill({ status }: { status: Status }) {
  const { t } = useTranslation();
  const Icon = status === 'in' ? UserRoundCheck : DoorOpen;
  return (
    <span className={`${styles.pill} inline small strong ${status === 'in' ? 'tone-in' : styles.out}`}>
      <Icon size={16} />
      <span>{t(($) => (status === 'in' ? $.common.checkedIn : $.common.checkedOut))}</span>
    </span>
  );
}

/** The usual state is a plain word, so that the active one stands out. */
export function VisitChip({ open }: { open: boolean }) {
  const { texts } = useTranslation();
  if (!open) return <span className="muted small">{texts.common.completed}</span>;
  return (
    <span className={`${styles.pill} inline small strong tone-in`}>
      <CircleDot size={16} />
      <span>{texts.common.active}</span>
    </span>
  );
}

/** Blames the network only if the device reports none: the server may have stopped. */
export function WaitingWords() {
  const { texts } = useTranslation();
  const isOnline = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  return <span>{isOnline ? texts.common.notSentYet : texts.common.waitingForNetwork}</span>;
}

function watchNetwork(listener: () => void): () => void {
  const watching = new AbortController();
  for (const change of ['online', 'offline']) addEventListener(change, listener, watching);
  return () => watching.abort();
}

export function SyncMark({ row }: { row: RowState }) {
  const { texts } = useTranslation();
  if (row === 'confirmed') return null;
  const Icon = row === 'storing' ? Save : CloudUpload;
  return (
    <span className={`${styles.sync} inline gap-1 muted small`}>
      <Icon size={16} />
      {row === 'storing' ? <span>{texts.common.storing}</span> : <WaitingWords />}
    </span>
  );
}

interface NoteProps {
  /** Undefined once the visitor was removed. */
  visitor: Pick<VisitorView, 'fields'> | undefined;
}

export function NoteMark({ visitor }: NoteProps) {
  const { texts } = useTranslation();
  if (!visitor?.fields.note) return null;
  return (
    <StickyNote
      role="img"
      aria-hidden="false"
      aria-label={texts.people.hasNote}
      size={16}
      className={styles.noteMark}
    />
  );
}

export function NoteText({ visitor }: NoteProps) {
  const { texts } = useTranslation();
  const note = visitor?.fields.note;
  if (!note) return null;
  return (
    <p className={`${styles.noteText} line gap-2 box notice wrap`}>
      <StickyNote role="img" aria-hidden="false" aria-label={texts.people.fields.note} size={20} />
      <bdi>{note}</bdi>
    </p>
  );
}
