import CloudUpload from 'lucide-react/icons/cloud-upload';
import Save from 'lucide-react/icons/save';
import type { RowState } from '#client/data/port.ts';
import { useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import styles from './sync-mark.module.css';

/** The reason why a row waits: a server that finds the page too old, or too new, answers. */
export function WaitingWords() {
  const { texts } = useTranslation();
  const isMismatch = useViewPart(({ mismatch }) => mismatch !== undefined);
  return <span>{isMismatch ? texts.common.notSentYet : texts.common.waitingForNetwork}</span>;
}

/** Marks a row that is not on the server yet; renders nothing if it is. */
export function SyncMark({ row }: { row: RowState }) {
  const { t } = useTranslation();
  if (row === 'confirmed') return null;
  const Icon = row === 'storing' ? Save : CloudUpload;
  return (
    <span className={`${styles.mark} inline gap-1 muted small`}>
      <Icon size={16} />
      {row === 'storing' ? <span>{t(($) => $.common.storing)}</span> : <WaitingWords />}
    </span>
  );
}
