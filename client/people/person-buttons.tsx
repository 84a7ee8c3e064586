import MessageCircle from 'lucide-react/icons/message-circle';
import Pencil from 'lucide-react/icons/pencil';
import Phone from 'lucide-react/icons/phone';
import Trash2 from 'lucide-react/icons/trash-2';
import type { VisitorView } from '#client/data/port.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { AnchorButton, Button, IconButton } from '#client/ui/buttons/button.tsx';
import styles from '#client/ui/buttons/icon-button.module.css';
import { dialable } from '#domain/dialable.ts';
import type { Person, PersonPurpose } from './person-dialog.tsx';

export function EditButtons({ person, onAsk }: { person: Person; onAsk(purpose: PersonPurpose): void }) {
  const { t } = useTranslation();
  const { name } = person;
  return (
    <>
      <IconButton
        label={t(($) => $.people.editNamed, { name })}
        icon={Pencil}
        onClick={() => onAsk({ edit: person })}
      />
      <IconButton
        label={t(($) => $.people.removeNamed, { name })}
        icon={Trash2}
        onClick={() => onAsk({ remove: person })}
      />
    </>
  );
}

interface ContactButtonsProps {
  visitor: Pick<VisitorView, 'name' | 'parentContact' | 'contactE164' | 'ref'>;
  isSmall?: boolean;
  onMessageParent(): void;
}

/** A guest's parent has no phone number. */
export function ContactButtons({
  visitor: { name, parentContact, contactE164, ref },
  isSmall,
  onMessageParent,
}: ContactButtonsProps) {
  const { t, texts } = useTranslation();
  return (
    <>
      {ref.kind === 'friend' && (
        <CallLink hasWord={!isSmall} name={name} phone={contactE164 ?? parentContact} />
      )}
      <Button
        data-moves
        variant="secondary"
        icon={MessageCircle}
        label={texts.messageParent.word}
        aria-label={t(($) => $.messageParent.parentOf, { name })}
        onClick={onMessageParent}
      />
    </>
  );
}

interface CallLinkProps {
  name: string;
  /** E.164 where certain, else as typed. */
  phone: string;
  hasWord?: boolean;
}

export function CallLink({ name, phone, hasWord }: CallLinkProps) {
  const { t, texts } = useTranslation();
  const link = {
    href: `tel:${dialable(phone)}`,
    'aria-label': t(($) => $.messageParent.callParentOf, { name }),
  };
  if (hasWord)
    return <AnchorButton {...link} variant="secondary" icon={Phone} label={texts.messageParent.call} />;
  return (
    <a className={`${styles.button} circle muted bare`} {...link}>
      <Phone size={20} />
    </a>
  );
}
