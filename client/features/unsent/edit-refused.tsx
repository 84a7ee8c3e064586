import type { Household, RefusedCommand } from '#client/data/port.ts';
import type { DialogField } from '#client/forms/command-form.tsx';
import { FieldsDialog } from '#client/forms/command-form.tsx';
import { usePersonFields } from '#client/people/use-person-fields.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { emptyOr, nameSchema, newPhoneSchema } from '#domain/fields.ts';
import type { EditableField, EditableName } from './refusal-message.ts';
import { refusalMessage } from './refusal-message.ts';

interface Props {
  refused: RefusedCommand & { name: EditableName };
  /** The typed values, by field. */
  typed: Partial<Record<EditableField, string>>;
  household: Household;
  onClose(): void;
}

/** Dialog that edits a refused command and sends it again; it keeps the time of the first attempt. */
export function EditRefused({ refused, typed, household, onClose }: Props) {
  const { t, texts } = useTranslation(['rare', 'profile']);
  const all = { ...usePersonFields(), ...useProfileFields() };
  const names = Object.keys(typed) as EditableField[];
  const { name: command } = refused;
  return (
    <FieldsDialog<string>
      title={command === 'updateProfile' ? texts.profile.title : t(($) => $.people[command])}
      submit={texts.common.save}
      failed={refusalMessage(t, refused)}
      fields={Object.fromEntries(names.map((name) => [name, all[name]]))}
      saved={typed as Record<string, string>}
      save={(values) => household.retry(refused.op, { ...Object(refused.args), ...values, was: undefined })}
      onSaved={onClose}
      onClose={onClose}
    />
  );
}

/** The fields of the profile: texts and schema of each. */
function useProfileFields() {
  const { t, texts } = useTranslation(['profile']);
  const name = (field: 'firstName' | 'lastName'): DialogField => ({
    label: t(($) => $.profile[field]),
    missing: t(($) => $.profile.missing[field]),
    schema: nameSchema,
    autoCapitalize: 'words',
  });
  const phone: DialogField = {
    label: texts.profile.phone,
    schema: emptyOr(newPhoneSchema),
    type: 'tel',
    optional: true,
  };
  return { firstName: name('firstName'), lastName: name('lastName'), phone };
}
