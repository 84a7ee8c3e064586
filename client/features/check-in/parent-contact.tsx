import MessageCircle from 'lucide-react/icons/message-circle';
import type { VisitorView } from '#client/data/port.ts';
import { CallLink } from '#client/people/call-link.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';

/** Buttons to reach the parent of the visitor who was just set in or out. */
export function ParentContact({
  visitor: { name, parentContact, ref },
  onTell,
}: {
  visitor: VisitorView;
  onTell: () => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      {ref.kind === 'friend' && <CallLink name={name} phone={parentContact} />}
      <Button
        variant="secondary"
        icon={<MessageCircle size={20} aria-hidden="true" />}
        aria-label={t(($) => $.tell.parentOf, { name })}
        onClick={onTell}
      >
        {t(($) => $.tell.word)}
      </Button>
    </>
  );
}
