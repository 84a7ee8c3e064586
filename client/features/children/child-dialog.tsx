import { useState } from 'react';
import type { ChildView } from '#client/data/port.ts';
import { FieldsDialog } from '#client/forms/command-form.tsx';
import { newId } from '#client/people/new-id.ts';
import { usePersonFields } from '#client/people/use-person-fields.ts';
import { useAnswered } from '#client/session/use-answered.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { Id } from '#domain/ids.ts';

interface Props {
  /** The child to edit; left out, one is added. */
  child?: ChildView | undefined;
  onSaved(child: Id): void;
  onClose(): void;
}

/** Adds a child or edits one. */
export function ChildDialog({ child, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const answered = useAnswered();
  const { name, birthDate } = usePersonFields();
  const [fresh] = useState(newId);
  const id = child?.id ?? fresh;
  const command = child ? 'editChild' : 'addChild';
  return (
    <FieldsDialog
      title={t(($) => $.people[command])}
      submit={child ? t(($) => $.common.save) : t(($) => $.common.add)}
      failed={child ? t(($) => $.common.error) : t(($) => $.common.failures.addChild)}
      fields={{ name, birthDate }}
      initial={{ name: child?.name ?? '', birthDate: child?.birthDate ?? '' }}
      save={(values) => answered((household) => household.run(command, { child: id, ...values }))}
      onSaved={() => onSaved(id)}
      onClose={onClose}
    />
  );
}
