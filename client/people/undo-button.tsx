import Undo2 from 'lucide-react/icons/undo-2';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { useIsRecent } from '#client/ui/hooks/use-now.ts';

/** The button disappears this long after a tap, in ms. */
const SHOWN_FOR_MS = 5 * 60_000;

/** Undo button, shown for five minutes after a tap. `at` is the tap's time (ISO); `children` are shown as long. */
export function UndoButton({
  at,
  name,
  onUndo,
  children,
}: {
  at: string | undefined;
  name: string;
  onUndo: (event: MouseEvent) => void;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const isRecent = useIsRecent(at, SHOWN_FOR_MS);
  if (!isRecent) return null;
  return (
    <>
      {children}
      <Button
        variant="quiet"
        data-moves
        icon={<Undo2 size={20} aria-hidden="true" />}
        aria-label={t(($) => $.people.undoNamed, { name })}
        onClick={onUndo}
      >
        {t(($) => $.common.undo)}
      </Button>
    </>
  );
}
