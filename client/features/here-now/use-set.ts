import { useTranslation } from 'react-i18next';
import type { VisitorView } from '#client/data/port.ts';
import { useToast } from '#client/ui/toast.tsx';
import type { Status } from '#domain/documents.ts';
import type { Taps } from './use-taps.ts';

/** One tap that sets where somebody is, and says so where it failed. */
export function useSet(taps: Taps, visitor: VisitorView, status: Status): () => void {
  const { t } = useTranslation();
  const toast = useToast();
  const set = async () => {
    const failure = await taps.set(visitor, status);
    if (failure === 'not-signed-in') toast({ text: t(($) => $.common.failures.notAuthenticated) });
    else if (failure !== undefined) toast({ text: t(($) => $.common.error) });
  };
  return () => void set();
}
