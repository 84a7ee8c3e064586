import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classes } from '#client/ui/classes.ts';
import styles from './field.module.css';
import { Field, type FieldFrame } from './field.tsx';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'>, FieldFrame {
  name: string;
}

/** One line of text with its label; of type "password" it can be shown. */
export function TextField({ label, hint, problem, describedBy, optional, ...input }: TextFieldProps) {
  return (
    <Field frame={{ label, hint, problem, describedBy, optional }}>
      {(ties) =>
        input.type === 'password' ? <Secret {...input} {...ties} /> : <Control {...input} {...ties} />
      }
    </Field>
  );
}

function Control({ className, ...input }: ComponentProps<'input'>) {
  return <input type="text" {...input} className={classes(styles.control, className)} />;
}

function Secret(input: ComponentProps<'input'>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className={styles.withReveal}>
      <Control
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...input}
        type={shown ? 'text' : 'password'}
      />
      <button
        type="button"
        className={styles.reveal}
        aria-controls={input.id}
        aria-label={shown ? t(($) => $.common.hidePassword) : t(($) => $.common.showPassword)}
        onClick={() => setShown(!shown)}
      >
        <Icon size={22} aria-hidden="true" />
      </button>
    </div>
  );
}
