import { useState } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { FieldsDialog } from '#client/forms/command-form.tsx';
import { newId } from '#client/people/new-id.ts';
import { usePersonFields } from '#client/people/use-person-fields.ts';
import { useAnswered } from '#client/session/use-answered.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { Id } from '#domain/ids.ts';
import type { VisitorRef } from '#domain/paths.ts';
import { mapFields, type VisitorFieldName } from '#domain/visitor-fields.ts';

interface Props {
  kind: VisitorRef['kind'];
  child: Id;
  /** The friend or guest to edit; left out, one is added. */
  visitor?: VisitorView | undefined;
  onSaved(): void;
  onClose(): void;
}

/** Adds a friend or guest to a child or edits one. */
export function VisitorDialog({ kind, child, visitor, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const answered = useAnswered();
  const fields = usePersonFields();
  const [fresh] = useState(newId);
  const id = visitor?.ref.visitor ?? fresh;
  const fieldOf = (field: VisitorFieldName) => fields[field];
  const initialOf = (field: VisitorFieldName) => visitor?.fields[field] ?? '';
  const shared = {
    submit: visitor ? t(($) => $.common.save) : t(($) => $.common.add),
    onSaved,
    onClose,
  };
  if (kind === 'friend') {
    const command = visitor ? 'editFriend' : 'addFriend';
    return (
      <FieldsDialog
        {...shared}
        title={t(($) => $.people[command])}
        failed={t(($) => $.common.error)}
        fields={mapFields(kind, fieldOf)}
        initial={mapFields(kind, initialOf)}
        save={(values) => answered((household) => household.run(command, { child, friend: id, ...values }))}
      />
    );
  }
  const command = visitor ? 'editGuest' : 'addGuest';
  return (
    <FieldsDialog
      {...shared}
      title={t(($) => $.people[command])}
      failed={visitor ? t(($) => $.common.error) : t(($) => $.common.failures.addGuest)}
      fields={mapFields(kind, fieldOf)}
      initial={mapFields(kind, initialOf)}
      save={(values) => answered((household) => household.run(command, { child, guest: id, ...values }))}
    />
  );
}
