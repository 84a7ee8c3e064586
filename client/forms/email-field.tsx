import { TextField, type TextFieldProps } from './text-field.tsx';

/** An e-mail field: the keyboard with an @, no capitalization and no spell check. */
export function EmailField(props: Omit<TextFieldProps, 'name' | 'type'>) {
  return (
    <TextField
      name="email"
      type="email"
      autoComplete="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
