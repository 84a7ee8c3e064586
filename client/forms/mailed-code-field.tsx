import { TextField } from './text-field.tsx';
import type { Fields } from './use-fields.ts';

interface Props {
  form: Pick<Fields<'code'>, 'input'>;
  label: string;
  words: Readonly<Record<'codeHint' | 'codeMissing' | 'codeMalformed', string>>;
}

/** A field for the digits in a mail; the phone may offer to fill it in. */
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
