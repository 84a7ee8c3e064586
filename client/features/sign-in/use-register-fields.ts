import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as v from 'valibot';
import { useFields } from '#client/forms/use-fields.ts';
import { fieldProblem } from '#domain/fields.ts';
import { registrationSchema } from '#domain/protocol/calls.ts';
import { useWords } from './use-words.ts';

const { firstName, lastName, email, password } = registrationSchema.entries;
const repeated = v.pipe(
  v.string(),
  v.check((text) => text !== '', 'empty'),
);
const SCHEMAS = { firstName, lastName, email, password, confirmPassword: repeated };
export type RegisterField = keyof typeof SCHEMAS;
type Values = Readonly<Record<RegisterField, string>>;

/** What has to be mended first; `box` where the error catalogue has words for it, which then stand in the red box. */
interface Fault {
  field: RegisterField;
  box?: 'weakPassword' | 'passwordsDiffer';
}

interface RegisterFields {
  values: Values;
  change: (field: RegisterField, value: string) => void;
  check: () => (Fault & { message: string | undefined }) | undefined;
  /** What stands beside a field. */
  problem: (field: RegisterField) => string | undefined;
  /** The field that the red box is about. */
  boxField: RegisterField | undefined;
}

/** The five fields of registration. */
export function useRegisterFields(knownEmail: string): RegisterFields {
  const { t } = useTranslation();
  const words = useWords();
  const initial = { firstName: '', lastName: '', email: knownEmail, password: '', confirmPassword: '' };
  const { values, problems, ...fields } = useFields(SCHEMAS, initial);
  const [boxField, setBoxField] = useState<RegisterField>();
  return {
    values,
    boxField,
    change(field, value) {
      fields.change(field, value);
      setBoxField(undefined);
    },
    check() {
      const fault = faultIn(values, fields.check());
      const { field, box } = fault ?? {};
      setBoxField(box && field);
      return fault && { ...fault, message: box && t(($) => $.signIn.failures[box]) };
    },
    problem: (field) =>
      field === boxField ? undefined : words(field === 'password' ? 'newPassword' : field, problems[field]),
  };
}

/** In: the fields and the first that its own schema finds wrong. Out: what to mend first. */
export function faultIn(values: Values, wrong: RegisterField | undefined): Fault | undefined {
  const isWeak = wrong === 'password' && fieldProblem(password, values.password) === 'weak';
  if (wrong && !isWeak) return { field: wrong };
  if (values.confirmPassword !== '' && values.confirmPassword !== values.password)
    return { field: 'confirmPassword', box: 'passwordsDiffer' };
  return isWeak ? { field: 'password', box: 'weakPassword' } : undefined;
}
