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
  /** The friend to edit; left out, one is added. */
  friend?: VisitorView | undefined;
  onSaved(): void;
  onClose(): void;
}

/** The friend modal: adds a friend to a child or changes one. */
export function FriendDialog({ child, friend, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const household = useHouseholdIfAny();
  const { name, parentPhone } = usePersonFields();
  const command = friend ? 'editFriend' : 'addFriend';
  const [fresh] = useState(newId);
  const id = friend?.ref.visitor ?? fresh;
  return (
    <FieldsDialog
      title={t(($) => $.people[command])}
      submit={friend ? t(($) => $.common.save) : t(($) => $.common.add)}
      failed={t(($) => $.common.error)}
      fields={{ name, parentPhone }}
      initial={{ name: friend?.name ?? '', parentPhone: friend?.contact ?? '' }}
      save={(values) => household?.run(command, { child, friend: id, ...values })}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}
