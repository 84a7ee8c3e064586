import Undo2 from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import { useEffect, useMemo } from 'react';
import { TellButton } from '#client/ui/buttons/tell-button.tsx';
import { useUiTexts } from '#client/ui/ui-texts.ts';
import { Countdown } from './countdown.ts';
import styles from './toast.module.css';
import type { ActiveToast } from './toast-content.ts';

/** The lifetime of a toast, in ms: long enough to undo, or to read a plain message. */
const DURATION = { withUndo: 10_000, plain: 5000 };

/** One toast with its timer. A chunk of its own, because visitors never see a toast. */
export function ToastView({ toast, onGone }: { toast: ActiveToast; onGone: (id: number) => void }) {
  const texts = useUiTexts();
  const { id, text, onUndo, tell } = toast;
  const hasUndo = onUndo !== undefined;
  const countdown = useMemo(
    () => new Countdown(hasUndo ? DURATION.withUndo : DURATION.plain, () => onGone(id)),
    [hasUndo, id, onGone],
  );
  useEffect(() => {
    countdown.start();
    return () => countdown.pause();
  }, [countdown]);
  const undo = () => {
    onGone(id);
    onUndo?.();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hover and focus only pause the timer.
    <div
      className={styles.toast}
      onMouseEnter={() => countdown.pause()}
      onMouseLeave={() => countdown.start()}
      onFocus={() => countdown.pause()}
      onBlur={() => countdown.start()}
    >
      <p className={styles.text}>{text}</p>
      {tell && <TellButton label={tell.label} onTell={tell.open} />}
      {onUndo && (
        <button type="button" data-moves className={styles.undo} onClick={undo}>
          <Undo2 size={20} aria-hidden="true" />
          {texts.undo}
        </button>
      )}
      <button
        type="button"
        data-moves
        className={styles.close}
        aria-label={texts.close}
        onClick={() => onGone(id)}
      >
        <X size={20} aria-hidden="true" />
      </button>
    </div>
  );
}
