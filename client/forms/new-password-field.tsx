import { useEffect, useState } from 'react';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** A field for a new password. Warns while typing if it is easy to guess, but refuses nothing. */
export function NewPasswordField(field: Omit<TextFieldProps, 'type' | 'hint'> & { value: string }) {
  const { t } = useTranslation();
  const isGuessable = useIsGuessable(field.value);
  return (
    <TextField
      {...field}
      type="password"
      autoComplete="new-password"
      hint={isGuessable ? t(($) => $.signIn.passwordTip) : t(($) => $.signIn.passwordHint)}
    />
  );
}

type IsGuessable = (password: string) => boolean;

/** True if the password is easy to guess; false until the list of common passwords, loaded at the first character, is there. */
function useIsGuessable(password: string): boolean {
  const [check, setCheck] = useState<{ isGuessable: IsGuessable }>();
  useEffect(() => {
    // After a failure the next character asks again.
    if (password !== '' && !check) import('./guessable.ts').then(setCheck, () => undefined);
  }, [password, check]);
  return password !== '' && (check?.isGuessable(password) ?? false);
}
