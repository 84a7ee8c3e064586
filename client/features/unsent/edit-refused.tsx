import type { Household } from '#client/data/port.ts';
import type { RefusedCommand } from '#client/data/unsent-command.ts';
import { FieldsDialog } from '#client/forms/fields-dialog.tsx';
import { type PersonField, usePersonFields } from '#client/people/use-person-fields.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { EditableName } from './command-args.ts';
import { refusalMessage } from './refusal-message.ts';

interface Props {
  refused: RefusedCommand & { name: EditableName };
  /** The typed values, by field. */
  typed: Partial<Record<PersonField, string>>;
  household: Household;
  onClose(): void;
}

/** Dialog that edits a refused command and sends it again; it keeps the time of the first attempt. */
export function EditRefused({ refused, typed, household, onClose }: Props) {
  const { t } = useTranslation(['rare']);
  const all = usePersonFields();
  const names = Object.keys(typed) as PersonField[];
  return (
    <FieldsDialog<string>
      title={t(($) => $.people[refused.name])}
      submit={t(($) => $.common.save)}
      failed={refusalMessage(t, refused)}
      fields={Object.fromEntries(names.map((name) => [name, all[name]]))}
      initial={typed as Record<string, string>}
      save={(values) => household.retry(refused.op, { ...Object(refused.args), ...values })}
      onSaved={onClose}
      onClose={onClose}
    />
  );
}
