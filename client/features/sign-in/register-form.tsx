import { useId, useState } from 'react';
import * as v from 'valibot';
import { NewPasswordField } from '#client/forms/new-password-field.tsx';
import { SendForm } from '#client/forms/send-form.tsx';
import { EmailField, NAME_INPUT, TextField, type TextFieldProps } from '#client/forms/text-field.tsx';
import { focusField, useFields } from '#client/forms/use-fields.ts';
import { newId } from '#client/people/new-id.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { fieldProblem } from '#domain/fields.ts';
import { type Registration, registrationSchema } from '#domain/protocol/calls.ts';
import { useSignInAction } from './failure-message.ts';
import styles from './sign-in.module.css';

interface RegisterFormProps {
  email: string;
  onEmail: (email: string) => void;
  onSend: (registration: Registration) => Promise<unknown>;
}

export function RegisterForm({ email, onEmail, onSend }: RegisterFormProps) {
  const { t, texts } = useTranslation();
  const boxId = useId();
  // The same for as long as the form is open: sent again, it is the same registration.
  const [attempt] = useState(newId);
  /** The field that the red box is about. */
  const [boxField, setBoxField] = useState<RegisterField>();
  const { run, fail, ...action } = useSignInAction('register');
  const initial = { firstName: '', lastName: '', email, password: '', confirmPassword: '' };
  const { values, ...fields } = useFields(SCHEMAS, initial, true);
  const submit = (form: HTMLFormElement) => {
    const wrong = firstProblem(values, fields.check());
    const box = wrong?.box;
    setBoxField(box && wrong.field);
    fail(box && ((t) => t(($) => $.signIn.failures[box])));
    if (wrong) return focusField(form, wrong.field);
    const { confirmPassword: _same, ...registration } = values;
    void run(() => onSend({ ...registration, attempt }));
  };
  const change = (name: RegisterField, value: string) => {
    fields.change(name, value);
    setBoxField(undefined);
    if (boxField) fail(undefined);
  };
  const field = (name: RegisterField, autoComplete: string): TextFieldProps & { value: string } => ({
    ...fields.input(name, {
      missing: t(($) => $.signIn.missing[name === 'password' ? 'newPassword' : name]),
    }),
    ...(name === boxField && { problem: undefined, describedBy: action.failure && boxId }),
    autoComplete,
    required: true,
    label: t(($) => $.signIn[name]),
    onChange: ({ target }) => change(name, target.value),
  });
  return (
    <SendForm
      form={{ ...action, submit }}
      className={styles.form}
      label={texts.signIn.createAccount}
      busyLabel={texts.signIn.creatingAccount}
      boxId={boxId}
    >
      <div className={`${styles.names} stack gap-4`}>
        <TextField {...field('firstName', 'given-name')} {...NAME_INPUT} />
        <TextField {...field('lastName', 'family-name')} {...NAME_INPUT} />
      </div>
      <EmailField
        {...field('email', 'username')}
        onChange={({ target }) => {
          change('email', target.value);
          onEmail(target.value);
        }}
      />
      <NewPasswordField {...field('password', 'new-password')} />
      <TextField {...field('confirmPassword', 'new-password')} type="password" isRepeated enterKeyHint="go" />
    </SendForm>
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

/** Returns the first problem to correct. `wrong` is the first field that its own schema rejects. */
export function firstProblem(values: Values, wrong: RegisterField | undefined): FormProblem | undefined {
  const isWeak = wrong === 'password' && fieldProblem(password, values.password) === 'weak';
  if (wrong && !isWeak) return { field: wrong };
  if (values.confirmPassword !== '' && values.confirmPassword !== values.password)
    return { field: 'confirmPassword', box: 'passwordsDiffer' };
  return isWeak ? { field: 'password', box: 'weakPassword' } : undefined;
}
