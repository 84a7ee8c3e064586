import { useId, useState } from 'react';
import * as v from 'valibot';
import { Form } from '#client/forms/form.tsx';
import { NewPasswordField } from '#client/forms/new-password-field.tsx';
import { EmailField, NAME_INPUT, TextField, type TextFieldProps } from '#client/forms/text-field.tsx';
import { focusField, useFields } from '#client/forms/use-fields.ts';
import { newId } from '#client/people/new-id.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { fieldProblem } from '#domain/fields.ts';
import { type Registration, registrationSchema } from '#domain/protocol/calls.ts';
import { useProblemText, useSignInAction } from './failure-message.ts';
import styles from './sign-in.module.css';

interface RegisterFormProps {
  email: string;
  onEmail: (email: string) => void;
  onSend: (registration: Registration) => Promise<unknown>;
}

export function RegisterForm({ email, onEmail, onSend }: RegisterFormProps) {
  const { t } = useTranslation();
  const boxId = useId();
  // The same for as long as the form is open: sent again, it is the same registration.
  const [attempt] = useState(newId);
  const { isBusy, failure, run, fail } = useSignInAction('register');
  const fields = useRegisterFields(email);
  const { values } = fields;
  const submit = (form: HTMLFormElement) => {
    const wrong = fields.check();
    const box = wrong?.box;
    fail(box && ((t) => t(($) => $.signIn.failures[box])));
    if (wrong) return focusField(form, wrong.field);
    const { confirmPassword: _same, ...registration } = values;
    void run(() => onSend({ ...registration, attempt }));
  };
  const change = (name: RegisterField, value: string) => {
    fields.change(name, value);
    if (fields.boxField) fail(undefined);
  };
  const field = (name: RegisterField, autoComplete: string): TextFieldProps & { value: string } => ({
    name,
    autoComplete,
    required: true,
    value: values[name],
    label: t(($) => $.signIn[name]),
    problem: fields.problem(name),
    describedBy: failure && fields.boxField === name ? boxId : undefined,
    onChange: ({ target }) => change(name, target.value),
  });
  return (
    <Form className={styles.form} onSubmit={submit}>
      <div className={`${styles.names} stack gap-4`}>
        <TextField {...field('firstName', 'given-name')} {...NAME_INPUT} />
        <TextField {...field('lastName', 'family-name')} {...NAME_INPUT} />
      </div>
      <EmailField
        {...field('email', 'email')}
        onChange={({ target }) => {
          change('email', target.value);
          onEmail(target.value);
        }}
      />
      <NewPasswordField {...field('password', 'new-password')} />
      <TextField {...field('confirmPassword', 'new-password')} type="password" isRepeated enterKeyHint="go" />
      {failure && <ErrorBox id={boxId}>{failure}</ErrorBox>}
      <Button type="submit" wide busy={isBusy}>
        {isBusy ? t(($) => $.signIn.creatingAccount) : t(($) => $.signIn.createAccount)}
      </Button>
    </Form>
  );
}

const { firstName, lastName, email, password } = registrationSchema.entries;
const repeated = v.pipe(
  v.string(),
  v.check((text) => text !== '', 'empty'),
);
const SCHEMAS = { firstName, lastName, email, password, confirmPassword: repeated };
type RegisterField = keyof typeof SCHEMAS;
type Values = Readonly<Record<RegisterField, string>>;

/** The first problem to correct; `box` is set if the error catalogue has a message for it, which the red box shows. */
interface FormProblem {
  field: RegisterField;
  box?: 'weakPassword' | 'passwordsDiffer';
}

/** The five fields of registration. `boxField` is the one that the red box is about. */
function useRegisterFields(knownEmail: string) {
  const problemText = useProblemText();
  const initial = { firstName: '', lastName: '', email: knownEmail, password: '', confirmPassword: '' };
  const { values, problems, ...fields } = useFields(SCHEMAS, initial, true);
  const [boxField, setBoxField] = useState<RegisterField>();
  return {
    values,
    boxField,
    change(field: RegisterField, value: string) {
      fields.change(field, value);
      setBoxField(undefined);
    },
    check() {
      const found = firstProblem(values, fields.check());
      setBoxField(found?.box && found.field);
      return found;
    },
    problem: (field: RegisterField) =>
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
