import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { VisitorView } from '#client/data/port.ts';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import type { Status } from '#domain/documents.ts';
import type { Taps } from './use-taps.ts';

/**
 * One tap that sets where somebody is, and says so where it failed. The row then leaves its list: whoever used a key goes
 * on at the list's heading. In: its id.
 */
export function useSet(
  taps: Taps,
  visitor: VisitorView,
  status: Status,
  heading: string,
): (event: MouseEvent) => void {
  const { t } = useTranslation();
  const toast = useToast();
  const set = async () => {
    const failure = await taps.set(visitor, status);
    if (failure === 'not-signed-in') toast({ text: t(($) => $.common.failures.notAuthenticated) });
    else if (failure !== undefined) toast({ text: t(($) => $.common.error) });
  };
  return (event) => {
    void set();
    goOnAt(heading, event);
  };
}

/** A press by key has no clicks to count; a finger or mouse must not make the page scroll to a heading. */
export function goOnAt(heading: string, { detail }: MouseEvent): void {
  if (detail === 0) keepFocus(heading);
}
