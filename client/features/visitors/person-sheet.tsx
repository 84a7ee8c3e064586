import Pencil from 'lucide-react/icons/pencil';
import type { VisitorView } from '#client/data/port.ts';
import type { Component } from '#client/lib/jsx.ts';
import { NoteText, StatusPill, SyncMark } from '#client/people/marks.tsx';
import { ContactButtons } from '#client/people/person-buttons.tsx';
import type { PersonPurpose } from '#client/people/person-dialog.tsx';
import { Initials, PersonName } from '#client/people/person-name.tsx';
import { useVisitor } from '#client/session/use-household.ts';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { fieldsOf } from '#domain/visitor-fields.ts';
import styles from './visitors.module.css';

export interface PersonSheetProps {
  opened: VisitorView;
  actions: VisitorActions;
  /** `onDone` closes the sheet. */
  addition: Component<{ visitor: VisitorView; onDone(): void }>;
  onAsk(purpose: PersonPurpose): void;
  onClose(): void;
}

/** Every action but calling closes it. */
export function PersonSheet({ opened, actions, addition: Addition, onAsk, onClose }: PersonSheetProps) {
  const { t, texts } = useTranslation();
  const visitor = useVisitor(opened);
  const { name, ref, row, status, fields } = visitor;
  const written = fieldsOf(ref.kind).filter((field) => field !== 'name' && field !== 'note' && fields[field]);
  const ask = (purpose: PersonPurpose) => () => {
    onClose();
    onAsk(purpose);
  };
  const messageParent = () => {
    onClose();
    actions.messageParent(ref);
  };
  return (
    <Dialog
      picture={<Initials id={ref.visitor} name={name} />}
      title={<PersonName>{name}</PersonName>}
      onClose={onClose}
    >
      <div className="stack gap-4">
        <div className="row gap-3">
          <StatusPill status={status} />
          <SyncMark row={row} />
        </div>
        <dl className="stack gap-2">
          {written.map((field) => (
            <div key={field}>
              <dt className="muted small">{texts.people.fields[field]}</dt>
              <dd className="wrap">
                <bdi>{fields[field]}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        <NoteText visitor={visitor} />
        <div className={`${styles.actions} stack gap-2`}>
          <ContactButtons visitor={visitor} onMessageParent={messageParent} />
          <Button
            variant="secondary"
            icon={Pencil}
            label={texts.common.edit}
            aria-label={t(($) => $.people.editNamed, { name })}
            onClick={ask({ edit: visitor })}
          />
        </div>
        <Addition visitor={visitor} onDone={onClose} />
        <Button
          variant="quiet"
          className={`${styles.remove} small`}
          label={texts.common.remove}
          aria-label={t(($) => $.people.removeNamed, { name })}
          onClick={ask({ remove: visitor })}
        />
      </div>
    </Dialog>
  );
}
