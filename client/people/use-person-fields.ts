import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import type { DialogField } from '#client/forms/use-command-form.ts';
import { dayOf } from '#client/ui/local-day.ts';
import { birthDateSchema, nameSchema, phoneSchema } from '#domain/fields.ts';
import { isFutureDay, isoTime } from '#domain/time.ts';

export type PersonField = 'name' | 'birthDate' | 'parentPhone' | 'parentUserId';

/** The rulebook's birth date schema, which also rejects future days by this device's clock. */
export const pastBirthDateSchema = v.pipe(
  birthDateSchema,
  v.check((day) => !isFutureDay(day, isoTime(Date.now())), 'future'),
);

/** The fields of a form about a child, a friend or a guest: texts and schema of each. */
export function usePersonFields(): Readonly<Record<PersonField, DialogField>> {
  const { t } = useTranslation();
  const text = (field: PersonField) => ({
    label: t(($) => $.people.fields[field]),
    missing: t(($) => $.people.missing[field]),
  });
  const days = { min: '1900-01-01', max: dayOf(Date.now()) };
  return {
    name: { ...text('name'), schema: nameSchema },
    birthDate: { ...text('birthDate'), schema: pastBirthDateSchema, type: 'date', ...days },
    parentPhone: {
      ...text('parentPhone'),
      hint: t(($) => $.people.fields.parentPhoneHint),
      schema: phoneSchema,
      type: 'tel',
    },
    parentUserId: {
      ...text('parentUserId'),
      hint: t(($) => $.people.fields.parentUserIdHint),
      schema: nameSchema,
    },
  };
}
