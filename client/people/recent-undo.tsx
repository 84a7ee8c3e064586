import Undo2 from 'lucide-react/icons/undo-2';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/buttons/button.tsx';
import { useIsRecent } from '#client/ui/hooks/use-now.ts';

/** How long "undo" stays on a card after a tap, in ms (ux.md). */
const WINDOW = 5 * 60_000;

/** "Undo" for five minutes after a tap. In: when it happened (ISO), the visitor's name, and what else is offered as long. */
export function RecentUndo({
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
  const isRecent = useIsRecent(at, WINDOW);
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
