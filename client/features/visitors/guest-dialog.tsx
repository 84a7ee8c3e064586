import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VisitorView } from '#client/data/port.ts';
import { FieldsDialog } from '#client/forms/fields-dialog.tsx';
import { newId } from '#client/people/new-id.ts';
import { usePersonFields } from '#client/people/use-person-fields.ts';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import type { Id } from '#domain/ids.ts';

interface Props {
  child: Id;
  /** The guest to edit; left out, one is added. */
  guest?: VisitorView | undefined;
  onSaved(): void;
  onClose(): void;
}

/** Adds a guest to a child or changes one. */
export function GuestDialog({ child, guest, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const household = useHouseholdIfAny();
  const { name, parentUserId } = usePersonFields();
  const command = guest ? 'editGuest' : 'addGuest';
  const [fresh] = useState(newId);
  const id = guest?.ref.visitor ?? fresh;
  return (
    <FieldsDialog
      title={t(($) => $.people[command])}
      submit={guest ? t(($) => $.common.save) : t(($) => $.common.add)}
      failed={guest ? t(($) => $.common.error) : t(($) => $.common.failures.addGuest)}
      fields={{ name, parentUserId }}
      initial={{ name: guest?.name ?? '', parentUserId: guest?.contact ?? '' }}
      save={(values) => household?.run(command, { child, guest: id, ...values })}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}
