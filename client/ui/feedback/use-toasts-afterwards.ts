import { useCallback, useEffect, useRef, useState } from 'react';
import { useToast } from './toast.tsx';
import type { ToastContent } from './toast-content.ts';

/**
 * Keeps the toasts of what a dialog contains until it closes, because nothing beside an open dialog can be reached. The dialog
 * reads out `latest`; `keep` is the value of `ToastContext` around it; `isLatest` tells if no later toast of the dialog is
 * about the same subject as that of a command.
 */
export function useToastsAfterwards(): {
  latest: ToastContent | undefined;
  keep: (toast: ToastContent) => void;
  isLatest: (op: string) => boolean;
} {
  const show = useToast();
  const kept = useRef<ToastContent[]>([]);
  const [latest, setLatest] = useState<ToastContent>();
  const keep = useCallback((toast: ToastContent) => {
    kept.current.push(toast);
    setLatest(toast);
  }, []);
  const isLatest = useCallback((op: string) => {
    const about = kept.current.find((toast) => toast.op === op)?.about;
    return about !== undefined && kept.current.findLast((toast) => toast.about === about)?.op === op;
  }, []);
  useEffect(
    () => () => {
      for (const toast of kept.current.splice(0)) show(toast);
    },
    [show],
  );
  return { latest, keep, isLatest };
}
