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
  const tell = { 'data-moves': true, icon: MessageCircle, onClick: onTell };
  if (word === undefined) return <IconButton {...tell} label={label} />;
  return <Button {...tell} variant="secondary" label={word} aria-label={label} />;
}
