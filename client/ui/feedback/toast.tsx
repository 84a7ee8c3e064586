import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';
import type { Elements } from '#client/lib/jsx.ts';
import { useRootMark } from '#client/ui/hooks/mark-root.ts';
import { lazyComponent } from '#client/ui/lazy/lazy-component.tsx';
import { useLiveRegion } from './live-region.ts';
import styles from './toast.module.css';
import { type ActiveToast, isReplaced, joined, type ToastContent } from './toast-content.ts';

const Toast = lazyComponent(
  () => import('./toast-view.tsx'),
  'ToastView',
  (_message, props) => <PlainToast {...props} />,
);

/** Lifetime without the buttons, in ms. */
const PLAIN_MS = 5000;

/** On a phone a second toast would cover the next tap target. */
const MAX_TOASTS = { phone: 1, wide: 2 };
const WIDE = '(min-width: 48rem)';

export const ToastContext = createContext<((toast: ToastContent) => void) | undefined>(undefined);

/** Screen readers announce the toast. */
export function useToast(): (toast: ToastContent) => void {
  const show = useContext(ToastContext);
  if (!show) throw new Error('useToast must be used within a ToastProvider');
  return show;
}

export function ToastProvider({ children }: { children: Elements }) {
  const [toasts, setToasts] = useState<readonly ActiveToast[]>([]);
  const withdrawn = useRef(new Set<string>());
  const announce = useLiveRegion();
  useRootMark('toast', toasts.length > 0);
  const show = useCallback(
    (toast: ToastContent) => {
      for (const op of toast.withdraws === 'all' ? [] : (toast.withdraws ?? [])) withdrawn.current.add(op);
      // A dialog delayed it until its command was refused.
      if (toast.op !== undefined && withdrawn.current.has(toast.op)) return;
      const max = window.matchMedia(WIDE).matches ? MAX_TOASTS.wide : MAX_TOASTS.phone;
      setToasts((shown) => {
        const others = shown.filter((one) => !isReplaced(one, toast));
        return [...others, { ...joined(toast, shown), id: (shown.at(-1)?.id ?? 0) + 1 }].slice(-max);
      });
      announce(toast.text);
    },
    [announce],
  );
  const remove = useCallback((id: number) => setToasts((shown) => shown.filter((one) => one.id !== id)), []);
  return (
    <ToastContext value={show}>
      {children}
      <div className={`${styles.stack} stack gap-2`}>
        {toasts.map((toast) => (
          <Toast key={toast.id} toast={toast} onGone={remove} />
        ))}
      </div>
    </ToastContext>
  );
}

function PlainToast({ toast, onGone }: { toast: ActiveToast; onGone: (id: number) => void }) {
  useEffect(() => {
    const timer = setTimeout(() => onGone(toast.id), PLAIN_MS);
    return () => clearTimeout(timer);
  }, [toast.id, onGone]);
  return <p className={`${styles.toast} ${styles.text} box`}>{toast.text}</p>;
}
