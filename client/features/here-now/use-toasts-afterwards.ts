import { useCallback, useEffect, useRef, useState } from 'react';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { ToastContent } from '#client/ui/feedback/toast-content.ts';

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
  const isOpen = useRef(true);
  const [latest, setLatest] = useState<ToastContent>();
  const keep = useCallback(
    (toast: ToastContent) => {
      // A tap that was stored after the dialog closed.
      if (!isOpen.current) return show(toast);
      kept.current.push(toast);
      setLatest(toast);
    },
    [show],
  );
  const isLatest = useCallback((op: string) => {
    const about = kept.current.find((toast) => toast.op === op)?.about;
    return about !== undefined && kept.current.findLast((toast) => toast.about === about)?.op === op;
  }, []);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      for (const toast of kept.current.splice(0)) show(toast);
    };
  }, [show]);
  return { latest, keep, isLatest };
}
