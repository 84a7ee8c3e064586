import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { lazyComponent } from '#client/ui/lazy-component.tsx';
import { useLiveRegion } from './live-region.ts';
import styles from './toast.module.css';
import type { Shown, ToastContent } from './toast-content.ts';

const Toast = lazyComponent(() => import('./toast-view.tsx').then(({ ToastView }) => ToastView));

/** On a phone a second toast would cover what is to be tapped next. */
const AT_ONCE = { phone: 1, wide: 2 };
const WIDE = '(min-width: 48rem)';

const ToastContext = createContext<((toast: ToastContent) => void) | undefined>(undefined);

/** Shows a short message, on a phone over the header and else at the bottom, for 10 s, with "undo" where that is possible. */
export function useToast(): (toast: ToastContent) => void {
  const show = useContext(ToastContext);
  if (!show) throw new Error('useToast must be used within a ToastProvider');
  return show;
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Shown[]>([]);
  const announce = useLiveRegion();
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
