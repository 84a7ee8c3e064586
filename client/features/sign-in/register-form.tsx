import { type FormEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import { ErrorBox } from '#client/ui/error-box.tsx';
import { TextField, type TextFieldProps } from '#client/ui/text-field.tsx';
import type { Registration } from '#domain/protocol.ts';
import { focusField } from './focus-field.ts';
import { isGuessable } from './guessable.ts';
import styles from './sign-in.module.css';
import { type RegisterField, useRegisterFields } from './use-register-fields.ts';
import { useSend } from './use-send.ts';

interface RegisterFormProps {
  email: string;
  onEmail: (email: string) => void;
  onSend: (registration: Registration) => Promise<void>;
}

export function RegisterForm({ email, onEmail, onSend }: RegisterFormProps) {
  const { t } = useTranslation();
  const box = useId();
  const { busy, failure, send, fail } = useSend('register');
  const fields = useRegisterFields(email);
  const { values } = fields;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = fields.check();
    fail(wrong?.message);
    if (wrong) return focusField(event.currentTarget, wrong.field);
    const { confirmPassword: _same, ...registration } = values;
    send(() => onSend(registration));
  };
  const change = (name: RegisterField, value: string) => {
    fields.change(name, value);
    if (fields.boxField) fail(undefined);
  };
  const field = (name: RegisterField, autoComplete: string): TextFieldProps => ({
    name,
    autoComplete,
    value: values[name],
    label: t(($) => $.signIn[name]),
    problem: fields.problem(name),
    describedBy: failure && fields.boxField === name ? box : undefined,
    onChange: ({ target }) => change(name, target.value),
  });
  const tip = values.password !== '' && isGuessable(values.password);
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.names}>
        <TextField {...field('firstName', 'given-name')} />
        <TextField {...field('lastName', 'family-name')} />
      </div>
      <TextField
        {...field('email', 'email')}
        type="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => {
          change('email', target.value);
          onEmail(target.value);
        }}
      />
      <TextField
        {...field('password', 'new-password')}
        type="password"
        hint={tip ? t(($) => $.signIn.passwordTip) : t(($) => $.signIn.passwordHint)}
      />
      <TextField {...field('confirmPassword', 'new-password')} type="password" />
      {failure && <ErrorBox id={box}>{failure}</ErrorBox>}
      <Button type="submit" wide busy={busy}>
        {busy ? t(($) => $.signIn.creatingAccount) : t(($) => $.signIn.createAccount)}
      </Button>
    </form>
  );
}
