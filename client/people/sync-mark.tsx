import CloudUpload from 'lucide-react/icons/cloud-upload';
import Save from 'lucide-react/icons/save';
import type { RowState } from '#client/data/port.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import styles from './sync-mark.module.css';

/** Marks a row that is not on the server yet; renders nothing if it is. */
export function SyncMark({ row }: { row: RowState }) {
  const { t } = useTranslation();
  if (row === 'confirmed') return null;
  const Icon = row === 'storing' ? Save : CloudUpload;
  return (
    <span className={styles.mark}>
      <Icon size={16} aria-hidden="true" />
      {row === 'storing' ? t(($) => $.common.storing) : t(($) => $.common.waitingForNetwork)}
    </span>
  );
}
