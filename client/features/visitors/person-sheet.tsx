import Pencil from 'lucide-react/icons/pencil';
import type { VisitorView } from '#client/data/port.ts';
import type { Component } from '#client/lib/jsx.ts';
import { NoteText } from '#client/people/note.tsx';
import { ContactButtons } from '#client/people/person-buttons.tsx';
import type { PersonPurpose } from '#client/people/person-dialog.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import { StatusPill } from '#client/people/status-pill.tsx';
import { SyncMark } from '#client/people/sync-mark.tsx';
import { useVisitor } from '#client/session/use-household.ts';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { fieldsOf } from '#domain/visitor-fields.ts';
import styles from './visitors.module.css';

/** A route's part of the sheet; `onDone` closes it. */
export type SheetAddition = Component<{ visitor: VisitorView; onDone(): void }>;

interface Props {
  /** The friend or guest as of the opening. */
  opened: VisitorView;
  actions: VisitorActions;
  addition: SheetAddition;
  onAsk(purpose: PersonPurpose): void;
  onClose(): void;
}

/** The sheet of a friend or guest in the profile: all that the family wrote, and what can be done. Every action but calling closes it. */
export function PersonSheet({ opened, actions, addition: Addition, onAsk, onClose }: Props) {
  const { t, texts } = useTranslation();
  const visitor = useVisitor(opened);
  const { name, ref, row, status, fields } = visitor;
  const written = fieldsOf(ref.kind).filter((field) => field !== 'name' && field !== 'note' && fields[field]);
  const ask = (purpose: PersonPurpose) => () => {
    onClose();
    onAsk(purpose);
  };
  const tell = () => {
    onClose();
    actions.tell(ref);
  };
  return (
    <Dialog title={<PersonName>{name}</PersonName>} onClose={onClose}>
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
          <ContactButtons visitor={visitor} onTell={tell} />
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
