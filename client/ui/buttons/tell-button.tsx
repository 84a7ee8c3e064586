import MessageCircle from 'lucide-react/icons/message-circle';
import type { MouseEvent } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

interface Props {
  label: string;
  /** Shown beside the icon where there is room; part of the label. */
  word?: string;
  onTell: (event: MouseEvent) => void;
}

/** Opens the dialog that messages the parent of a friend or guest. */
export function TellButton({ label, word, onTell }: Props) {
  const tell = {
    'data-moves': true,
    'aria-label': label,
    icon: <MessageCircle size={20} />,
    onClick: onTell,
  };
  return word === undefined ? (
    <IconButton {...tell} />
  ) : (
    <Button {...tell} variant="secondary">
      {word}
    </Button>
  );
}
