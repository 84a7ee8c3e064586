import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import type { DialogField } from '#client/forms/use-command-form.ts';
import { dayOf } from '#client/ui/local-day.ts';
import { birthDateSchema, nameSchema, phoneSchema } from '#domain/fields.ts';
import { isFutureDay, isoTime } from '#domain/time.ts';

export type PersonField = 'name' | 'birthDate' | 'parentPhone' | 'parentUserId';

/** The rulebook's birth date, and that it is not in the future, by this device's clock. */
export const bornSchema = v.pipe(
  birthDateSchema,
  v.check((day) => !isFutureDay(day, isoTime(Date.now())), 'future'),
);

/** What a form asks about a child, a friend or a guest: words and rule of each field. */
export function usePersonFields(): Readonly<Record<PersonField, DialogField>> {
  const { t } = useTranslation();
  const words = (field: PersonField) => ({
    label: t(($) => $.people.fields[field]),
    missing: t(($) => $.people.missing[field]),
  });
  const days = { min: '1900-01-01', max: dayOf(Date.now()) };
  return {
    name: { ...words('name'), schema: nameSchema },
    birthDate: { ...words('birthDate'), schema: bornSchema, type: 'date', ...days },
    parentPhone: {
      ...words('parentPhone'),
      hint: t(($) => $.people.fields.parentPhoneHint),
      schema: phoneSchema,
      type: 'tel',
    },
    parentUserId: {
      ...words('parentUserId'),
      hint: t(($) => $.people.fields.parentUserIdHint),
      schema: nameSchema,
    },
  };
}
