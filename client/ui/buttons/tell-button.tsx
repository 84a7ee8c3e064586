import MessageCircle from 'lucide-react/icons/message-circle';
import type { MouseEvent } from 'react';
import { IconButton } from './icon-button.tsx';

/** Opens the dialog that messages the parent of a friend or guest. */
export function TellButton({ label, onTell }: { label: string; onTell: (event: MouseEvent) => void }) {
  return (
    <IconButton
      data-moves
      aria-label={label}
      icon={<MessageCircle size={20} aria-hidden="true" />}
      onClick={onTell}
    />
  );
}
