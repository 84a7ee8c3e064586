import { useEffect, useState } from 'react';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { TextField, type TextFieldProps } from './field.tsx';
import type { Fields } from './use-fields.ts';

interface Props {
  form: Pick<Fields<'code'>, 'input'>;
  label: string;
  words: Readonly<Record<'codeHint' | 'codeMissing' | 'codeMalformed', string>>;
}

export function MailedCodeField({ form, label, words }: Props) {
  return (
    <TextField
      {...form.input('code', { missing: words.codeMissing, wrong: words.codeMalformed })}
      inputMode="numeric"
      autoComplete="one-time-code"
      label={label}
      hint={words.codeHint}
    />
  );
}

/** Warns if the password is weak, but refuses nothing. */
export function NewPasswordField(field: Omit<TextFieldProps, 'type' | 'hint'> & { value: string }) {
  const { texts } = useTranslation('public');
  const isGuessable = useIsGuessable(field.value);
  return (
    <TextField
      {...field}
      type="password"
      autoComplete="new-password"
      hint={isGuessable ? texts.signIn.passwordTip : texts.signIn.passwordHint}
    />
  );
}

type IsGuessable = (password: string) => boolean;

/** False until the list of common passwords, loaded at the first character, arrives. */
function useIsGuessable(password: string): boolean {
  const [check, setCheck] = useState<{ isGuessable: IsGuessable }>();
  useEffect(() => {
    // After a failure the next character retries.
    if (password !== '' && !check) import('./weak-password.ts').then(setCheck, () => undefined);
  }, [password, check]);
  return password !== '' && (check?.isGuessable(password) ?? false);
}
