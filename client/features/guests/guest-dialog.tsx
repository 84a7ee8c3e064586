import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHouseholdIfAny } from '#client/app/household.ts';
import type { VisitorView } from '#client/data/port.ts';
import { FieldsDialog } from '#client/ui/fields-dialog.tsx';
import { newId } from '#client/ui/new-id.ts';
import { usePersonFields } from '#client/ui/use-person-fields.ts';
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
