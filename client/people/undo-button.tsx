import Undo2 from 'lucide-react/icons/undo-2';
import type { MouseEvent } from 'react';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { IconButton } from '#client/ui/buttons/icon-button.tsx';
import { useIsRecent } from '#client/ui/hooks/use-now.ts';
import { UNDO_MINUTES } from '#domain/limits.ts';

/** The button disappears this long after a tap, in ms. */
export const UNDO_SHOWN_FOR = UNDO_MINUTES * 60_000;

interface Props {
  /** The time of the tap (ISO). */
  at: string | undefined;
  name: string;
  onUndo: (event: MouseEvent) => void;
  /** Without the word, for a row. */
  isSmall?: boolean;
}

/** Undo button, shown for five minutes after a tap. */
export function UndoButton({ at, name, onUndo, isSmall }: Props) {
  const { t } = useTranslation();
  const isRecent = useIsRecent(at, UNDO_SHOWN_FOR);
  if (!isRecent) return null;
  const named = t(($) => $.people.undoNamed, { name });
  const undo = { 'data-moves': true, icon: Undo2, onClick: onUndo };
  if (isSmall) return <IconButton {...undo} label={named} />;
  return <Button {...undo} variant="quiet" label={t(($) => $.common.undo)} aria-label={named} />;
}
