import MessageCircle from 'lucide-react/icons/message-circle';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.tsx';

/** Opens what tells the parent of a friend or guest that it came or went. */
export function TellButton({ name, onTell }: { name: string; onTell: (event: MouseEvent) => void }) {
  const { t } = useTranslation();
  return (
    <IconButton
      data-moves
      aria-label={t(($) => $.tell.parentOf, { name })}
      icon={<MessageCircle size={20} aria-hidden="true" />}
      onClick={onTell}
    />
  );
}
