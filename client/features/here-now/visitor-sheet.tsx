import type { VisitorView } from '#client/data/port.ts';
import { CallLink } from '#client/people/call-link.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { LinkButton } from '#client/ui/buttons/button.tsx';
import { TellButton } from '#client/ui/buttons/tell-button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import styles from './here-now.module.css';

interface Props {
  visitor: VisitorView;
  actions: VisitorActions;
  onClose(): void;
}

/** The sheet of a visitor of whom the device knows no visit. */
export function VisitorSheet({ visitor: { name, parentContact, ref }, actions, onClose }: Props) {
  const { t, texts } = useTranslation();
  const tell = () => {
    onClose();
    actions.tell(ref);
  };
  return (
    <Dialog title={<PersonName>{name}</PersonName>} onClose={onClose}>
      <p className="muted wrap">{texts.hereNow.neverHere}</p>
      <div className={`${styles.sheetActions} row gap-2`}>
        {ref.kind === 'friend' && <CallLink hasWord name={name} phone={parentContact} />}
        <TellButton label={t(($) => $.tell.parentOf, { name })} word={texts.tell.word} onTell={tell} />
        <LinkButton variant="secondary" to={`/profile?child=${ref.child}`} label={texts.hereNow.toProfile} />
      </div>
    </Dialog>
  );
}
