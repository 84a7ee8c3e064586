import * as v from 'valibot';
import type { DialogField } from '#client/forms/command-form.tsx';
import { present } from '#client/lib/present.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { dayOf } from '#client/ui/local-day.ts';
import { birthDateSchema } from '#domain/fields.ts';
import { isFutureDay, isoTime } from '#domain/time.ts';
import {
  hasHint,
  isRequired,
  mapFields,
  type VisitorFieldName,
  visitorField,
} from '#domain/visitor-fields.ts';

export type PersonField = VisitorFieldName | 'birthDate';

/** The rulebook's birth date schema, which also rejects future days. */
export const pastBirthDateSchema = v.pipe(
  birthDateSchema,
  v.check((day) => !isFutureDay(day, isoTime(present())), 'future'),
);

/** The fields of a form about a child, a friend or a guest: texts and schema of each. */
export function usePersonFields(): Readonly<Record<PersonField, DialogField>> {
  const { t } = useTranslation(['rare']);
  const ofVisitor = (field: VisitorFieldName): DialogField => {
    const { schema, form = schema, input } = visitorField(field);
    return {
      label: t(($) => $.people.fields[field]),
      schema: form,
      autoCapitalize: field === 'name' ? 'words' : input === 'lines' ? 'sentences' : 'none',
      ...(input && { type: input }),
      ...(hasHint(field) && { hint: t(($) => $.people.fields[`${field}Hint`]) }),
      ...(isRequired(field) ? { missing: t(($) => $.missing[field]) } : { optional: true }),
    };
  };
  const birthDate: DialogField = {
    label: t(($) => $.people.fields.birthDate),
    missing: t(($) => $.missing.birthDate),
    schema: pastBirthDateSchema,
    type: 'date',
    min: '1900-01-01',
    max: dayOf(present()),
  };
  return { ...mapFields('friend', ofVisitor), ...mapFields('guest', ofVisitor), birthDate };
}
