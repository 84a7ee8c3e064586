import Undo2 from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { TellButton } from '#client/ui/buttons/tell-button.tsx';
import { Countdown } from './countdown.ts';
import styles from './toast.module.css';
import type { Shown } from './toast-content.ts';

/** Ten seconds to take something back (ux.md); a message alone is read in five. */
const SHOWN = { withUndo: 10_000, alone: 5000 };

/** One toast, with its clock. It is fetched apart: a visitor never sees one. */
export function ToastView({ toast, onGone }: { toast: Shown; onGone: (id: number) => void }) {
  const { t } = useTranslation();
  const { id, text, onUndo, tell } = toast;
  const hasUndo = onUndo !== undefined;
  const countdown = useMemo(
    () => new Countdown(hasUndo ? SHOWN.withUndo : SHOWN.alone, () => onGone(id)),
    [hasUndo, id, onGone],
  );
  useEffect(() => {
    countdown.go();
    return () => countdown.pause();
  }, [countdown]);
  const undo = () => {
    onGone(id);
    onUndo?.();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hover and focus only stop the clock.
    <div
      className={styles.toast}
      onMouseEnter={() => countdown.pause()}
      onMouseLeave={() => countdown.go()}
      onFocus={() => countdown.pause()}
      onBlur={() => countdown.go()}
    >
      <p className={styles.text}>{text}</p>
      {tell && <TellButton name={tell.name} onTell={tell.open} />}
      {onUndo && (
        <button type="button" data-moves className={styles.undo} onClick={undo}>
          <Undo2 size={20} aria-hidden="true" />
          {t(($) => $.common.undo)}
        </button>
      )}
      <button
        type="button"
        data-moves
        className={styles.close}
        aria-label={t(($) => $.common.close)}
        onClick={() => onGone(id)}
      >
        <X size={20} aria-hidden="true" />
      </button>
    </div>
  );
}
