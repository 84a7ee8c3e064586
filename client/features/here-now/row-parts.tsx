import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { PersonName } from '#client/people/person-name.tsx';
import { SyncMark } from '#client/people/sync-mark.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { USUAL_REPLY_TIME, useLasting } from '#client/ui/hooks/use-lasting.ts';
import type { Status } from '#domain/documents.ts';
import styles from './rows.module.css';

interface Props {
  visitor: VisitorView;
  /** The status of everybody in this list. */
  listed: Status;
  children: ReactNode;
}

/** The line of a row: since when, or what the tap just did, once that is stored. It begins with the mark of a tap that waits. */
export function RowState({ visitor, listed, children }: Props) {
  const isWaiting = useLasting(visitor.row !== 'confirmed', USUAL_REPLY_TIME);
  return (
    <>
      {isWaiting && (
        <>
          <SyncMark row={visitor.row} isFollowed />{' '}
        </>
      )}
      {visitor.status === listed ? (
        children
      ) : (
        <Changed visitor={visitor} isSaving={visitor.row === 'storing' && !isWaiting} />
      )}
    </>
  );
}

/** "Incheckad 17:20", with a tick. Until the outbox has the tap, a browser that is killed may lose it: it is being saved. */
function Changed({ visitor, isSaving }: { visitor: VisitorView; isSaving: boolean }) {
  const { texts, format } = useTranslation();
  const { status, timestamp, hasVisited } = visitor;
  if (isSaving) return <span className={styles.storing}>{texts.common.storing}</span>;
  const state = status === 'in' ? texts.common.checkedIn : texts.common.checkedOut;
  return (
    <span className={status === 'in' ? styles.in : styles.out}>
      <Check size={16} />
      {hasVisited && timestamp ? `${state} ${format.sinceTime(timestamp)}` : state}
    </span>
  );
}

/** "since 15:42", or "15:42" where a row has little room. */
export function Time({ words, time }: { words: string; time: string }) {
  return (
    <>
      <span className={styles.words}>{words}</span>
      <span className={styles.time}>{time}</span>
    </>
  );
}

/** "hos Ella": the child visited. */
export function Host({ name }: { name: string }) {
  const { texts } = useTranslation();
  return (
    <>
      <span className={styles.with}>{texts.history.with} </span>
      <PersonName>{name}</PersonName>
    </>
  );
}
