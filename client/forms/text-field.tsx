import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import type { Attributes } from '#client/lib/jsx.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { classes } from '#client/ui/classes.ts';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

export interface TextFieldProps extends Omit<Attributes<'input'>, 'id'>, FieldProps {
  name: string;
  /** A password typed a second time; the button that reveals it is named so. */
  isRepeated?: boolean | undefined;
}

/** A single-line text field with its label; a password can be revealed. */
export function TextField({
  label,
  hint,
  problem,
  describedBy,
  optional,
  isRepeated,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, hint, problem, describedBy, optional }}>
      {(control) =>
        input.type === 'password' ? (
          <PasswordControl isRepeated={isRepeated} {...input} {...control} />
        ) : (
          <Control {...input} {...control} />
        )
      }
    </Field>
  );
}

function Control({ className, ...input }: Attributes<'input'>) {
  return <input type="text" {...input} className={classes(styles.control, className)} />;
}

function PasswordControl({ isRepeated, ...input }: Attributes<'input'> & Pick<TextFieldProps, 'isRepeated'>) {
  const { t } = useTranslation();
  const [isRevealed, setRevealed] = useState(false);
  const [show, hide] = isRepeated
    ? [t(($) => $.common.showRepeated), t(($) => $.common.hideRepeated)]
    : [t(($) => $.common.showPassword), t(($) => $.common.hidePassword)];
  const Icon = isRevealed ? EyeOff : Eye;
  return (
    <div className={styles.holder}>
      <Control
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...input}
        type={isRevealed ? 'text' : 'password'}
      />
      <button
        type="button"
        className={`${styles.reveal} center muted bare`}
        aria-controls={input.id}
        aria-label={isRevealed ? hide : show}
        onClick={() => setRevealed(!isRevealed)}
      >
        <Icon size={22} />
      </button>
    </div>
  );
}

/** Names the account of a form that asks for a password alone, for password managers. */
export function Username({ email = '' }: { email: string | undefined }) {
  const { texts } = useTranslation();
  const label = texts.signIn.email;
  return (
    <input
      hidden
      type="text"
      name="username"
      autoComplete="username"
      aria-label={label}
      readOnly
      value={email}
    />
  );
}

/** Attributes of a field for a name: capitals come by themselves, and no name is marked as misspelt. */
export const NAME_INPUT = { autoCapitalize: 'words', spellCheck: false } as const;

/**
 * An e-mail field: the keyboard with an @, no capitalization and no spell check. Of the type "email" browsers would change what
 * was typed, each in its own way: an international domain, blanks.
 */
export function EmailField(props: Omit<TextFieldProps, 'name' | 'type'>) {
  return (
    <TextField
      name="email"
      autoComplete="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
