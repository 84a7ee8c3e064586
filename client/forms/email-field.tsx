import { TextField, type TextFieldProps } from './text-field.tsx';

/** An e-mail address: with the keyboard that has an @, and nothing that would mend its spelling. */
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
