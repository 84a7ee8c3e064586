import CloudUpload from 'lucide-react/icons/cloud-upload';
import Save from 'lucide-react/icons/save';
import { useSyncExternalStore } from 'react';
import type { RowState } from '#client/data/port.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import styles from './sync-mark.module.css';

/** Blames the network only where the device itself says that it has none: the server may have stopped. */
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
