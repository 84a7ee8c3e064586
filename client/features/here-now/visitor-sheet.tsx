import type { VisitorView } from '#client/data/port.ts';
import type { Component } from '#client/lib/jsx.ts';
import { NoteText } from '#client/people/marks.tsx';
import { ContactButtons } from '#client/people/person-buttons.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { LinkButton } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';

interface Props {
  visitor: VisitorView;
  actions: VisitorActions;
  /** `onDone` closes the sheet. */
  addition: Component<{ visitor: VisitorView; onDone(): void }>;
  onClose(): void;
}

/** For a visitor without a visit known to this device. */
export function VisitorSheet({ visitor, actions, addition: Addition, onClose }: Props) {
  const { texts } = useTranslation();
  const messageParent = () => {
    onClose();
    actions.messageParent(visitor.ref);
  };
  return (
    <Dialog title={<PersonName>{visitor.name}</PersonName>} onClose={onClose}>
      <div className="stack gap-4">
        <NoteText visitor={visitor} />
        <p className="muted wrap">{texts.hereNow.neverHere}</p>
        <div className="columns stack gap-2">
          <ContactButtons visitor={visitor} onMessageParent={messageParent} />
          <LinkButton
            variant="secondary"
            to={`/profile?child=${visitor.ref.child}`}
            label={texts.hereNow.toProfile}
          />
        </div>
        <Addition visitor={visitor} onDone={onClose} />
      </div>
    </Dialog>
  );
}
