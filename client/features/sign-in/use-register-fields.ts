import { useState } from 'react';
import * as v from 'valibot';
import { useFields } from '#client/forms/use-fields.ts';
import { fieldProblem } from '#domain/fields.ts';
import { registrationSchema } from '#domain/protocol/calls.ts';
import { useProblemText } from './use-problem-text.ts';

const { firstName, lastName, email, password } = registrationSchema.entries;
const repeated = v.pipe(
  v.string(),
  v.check((text) => text !== '', 'empty'),
);
const SCHEMAS = { firstName, lastName, email, password, confirmPassword: repeated };
export type RegisterField = keyof typeof SCHEMAS;
type Values = Readonly<Record<RegisterField, string>>;

/** The first problem to correct; `box` is set if the error catalogue has a message for it, which the red box shows. */
interface FormProblem {
  field: RegisterField;
  box?: 'weakPassword' | 'passwordsDiffer';
}

interface RegisterFields {
  values: Values;
  change: (field: RegisterField, value: string) => void;
  check: () => FormProblem | undefined;
  /** The message beside a field. */
  problem: (field: RegisterField) => string | undefined;
  /** The field that the red box is about. */
  boxField: RegisterField | undefined;
}

/** The five fields of registration. */
export function useRegisterFields(knownEmail: string): RegisterFields {
  const problemText = useProblemText();
  const initial = { firstName: '', lastName: '', email: knownEmail, password: '', confirmPassword: '' };
  const { values, problems, ...fields } = useFields(SCHEMAS, initial, true);
  const [boxField, setBoxField] = useState<RegisterField>();
  return {
    values,
    boxField,
    change(field, value) {
      fields.change(field, value);
      setBoxField(undefined);
    },
    check() {
      const found = firstProblem(values, fields.check());
      setBoxField(found?.box && found.field);
      return found;
    },
    problem: (field) =>
      field === boxField
        ? undefined
        : problemText(field === 'password' ? 'newPassword' : field, problems[field]),
  };
}

/** Returns the first problem to correct. `wrong` is the first field that its own schema rejects. */
export function firstProblem(values: Values, wrong: RegisterField | undefined): FormProblem | undefined {
  const isWeak = wrong === 'password' && fieldProblem(password, values.password) === 'weak';
  if (wrong && !isWeak) return { field: wrong };
  if (values.confirmPassword !== '' && values.confirmPassword !== values.password)
    return { field: 'confirmPassword', box: 'passwordsDiffer' };
  return isWeak ? { field: 'password', box: 'weakPassword' } : undefined;
}
