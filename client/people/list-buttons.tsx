import Undo2 from 'lucide-react/icons/undo-2';
import UserRoundPlus from 'lucide-react/icons/user-round-plus';
import type { MouseEvent } from 'react';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, IconButton } from '#client/ui/buttons/button.tsx';
import { useIsRecent } from '#client/ui/hooks/use-now.ts';
import { UNDO_MINUTES } from '#domain/limits.ts';
import { MINUTE_MS } from '#domain/time.ts';

export function NewFriendButton({ childName, onClick }: { childName: string; onClick: () => void }) {
  const { t, texts } = useTranslation();
  return (
    <Button
      variant="quiet"
      wide
      data-row=""
      icon={UserRoundPlus}
      iconSize={22}
      aria-haspopup="dialog"
      label={texts.people.newFriend}
      aria-label={t(($) => $.people.newFriendOf, { name: childName })}
      onClick={onClick}
    />
  );
}

interface UndoButtonProps {
  /** ISO, the time of the tap. */
  at: string | undefined;
  name: string;
  onUndo: (event: MouseEvent) => void;
  isSmall?: boolean;
}

export function UndoButton({ at, name, onUndo, isSmall }: UndoButtonProps) {
  const { t, texts } = useTranslation();
  const isRecent = useIsRecent(at, UNDO_MINUTES * MINUTE_MS);
  if (!isRecent) return null;
  const named = t(($) => $.people.undoNamed, { name });
  const undo = { 'data-moves': true, icon: Undo2, onClick: onUndo };
  if (isSmall) return <IconButton {...undo} label={named} />;
  return <Button {...undo} variant="quiet" label={texts.common.undo} aria-label={named} />;
}
