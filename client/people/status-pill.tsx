import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDot from 'lucide-react/icons/circle-dot';
import DoorOpen from 'lucide-react/icons/door-open';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { Status } from '#domain/documents.ts';
import styles from './status-pill.module.css';

/** A visitor's status, in or out, by icon, word and colour. */
export function StatusPill({ status }: { status: Status }) {
  const { t } = useTranslation();
  const Icon = status === 'in' ? UserRoundCheck : DoorOpen;
  return (
    <span className={`${styles.pill} inline small strong ${status === 'in' ? styles.in : styles.out}`}>
      <Icon size={16} />
      <span>{t(($) => (status === 'in' ? $.common.checkedIn : $.common.checkedOut))}</span>
    </span>
  );
}

/** A visit's state, active or completed. In a list, `isPlain`, the usual one is a word, so that the other is seen. */
export function VisitChip({ open, isPlain = false }: { open: boolean; isPlain?: boolean }) {
  const { t } = useTranslation();
  if (isPlain && !open) return <span className="muted small">{t(($) => $.common.completed)}</span>;
  const Icon = open ? CircleDot : CircleCheck;
  return (
    <span className={`${styles.pill} inline small strong ${open ? styles.in : styles.done}`}>
      <Icon size={16} />
      <span>{t(($) => (open ? $.common.active : $.common.completed))}</span>
    </span>
  );
}
