import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import type { VisitorView } from '#client/data/port.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { IconButton } from '#client/ui/buttons/icon-button.tsx';
import { TellButton } from '#client/ui/buttons/tell-button.tsx';
import { CallLink } from './call-link.tsx';
import type { PersonPurpose } from './person-dialog.tsx';
import type { Person } from './use-person-form.ts';

interface EditButtonsProps {
  person: Person;
  onAsk(purpose: PersonPurpose): void;
}

/** The buttons of a row that edit and remove its person. */
export function EditButtons({ person, onAsk }: EditButtonsProps) {
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
  /** The call is an icon alone. */
  isSmall?: boolean;
  onTell(): void;
}

/** The buttons that call and message the parent of a friend; a guest's parent is messaged alone. */
export function ContactButtons({
  visitor: { name, parentContact, contactE164, ref },
  isSmall,
  onTell,
}: ContactButtonsProps) {
  const { t, texts } = useTranslation();
  return (
    <>
      {ref.kind === 'friend' && (
        <CallLink hasWord={!isSmall} name={name} phone={contactE164 ?? parentContact} />
      )}
      <TellButton label={t(($) => $.tell.parentOf, { name })} word={texts.tell.word} onTell={onTell} />
    </>
  );
}
