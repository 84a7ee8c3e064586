import { useTranslation } from '#client/translations/use-translation.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';
import { useIsGuessable } from './use-is-guessable.ts';

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
