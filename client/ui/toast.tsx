import Undo2 from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnnounce } from './announce.ts';
import { Countdown } from './countdown.ts';
import styles from './toast.module.css';

/** Ten seconds to take something back (ux.md); a message alone is read in five. */
const SHOWN = { withUndo: 10_000, alone: 5000 };
/** On a phone a second toast would cover what is to be tapped next. */
const AT_ONCE = { phone: 1, wide: 2 };
const WIDE = '(min-width: 48rem)';

export interface ToastContent {
  text: string;
  /** Whom or what it tells of: a newer toast about the same takes its place, so that no outdated undo stays. */
  about?: string;
  /** Takes back what the toast tells of; the toast goes when it is tapped. */
  onUndo?: () => void;
}

interface Shown extends ToastContent {
  id: number;
}

const ToastContext = createContext<((toast: ToastContent) => void) | undefined>(undefined);

/** Shows a short message, on a phone over the header and else at the bottom, for 10 s, with "undo" where that is possible. */
export function useToast(): (toast: ToastContent) => void {
  const show = useContext(ToastContext);
  if (!show) throw new Error('useToast must be used within a ToastProvider');
  return show;
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Shown[]>([]);
  const announce = useAnnounce();
  const show = useCallback(
    (toast: ToastContent) => {
      const most = window.matchMedia(WIDE).matches ? AT_ONCE.wide : AT_ONCE.phone;
      setToasts((shown) => {
        const others = shown.filter(({ about }) => about === undefined || about !== toast.about);
        return [...others, { ...toast, id: (shown.at(-1)?.id ?? 0) + 1 }].slice(-most);
      });
      announce(toast.text);
    },
    [announce],
  );
  const remove = useCallback((id: number) => setToasts((shown) => shown.filter((one) => one.id !== id)), []);
  return (
    <ToastContext value={show}>
      {children}
      <div className={styles.stack}>
        {toasts.map((toast) => (
          <Toast key={toast.id} toast={toast} onGone={remove} />
        ))}
      </div>
    </ToastContext>
  );
}

function Toast({ toast, onGone }: { toast: Shown; onGone: (id: number) => void }) {
  const { t } = useTranslation();
  const { id, text, onUndo } = toast;
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
